/// The complete state of a published feature. If it has neither rules nor switched-off platforms, requests for it find
/// nothing.
package struct FeatureSnapshot: Sendable, Hashable {
    package let name: String
    /// The newest release that contains this feature.
    package let release: Int
    /// The rules, highest version first on each platform; the first that matches a client applies.
    package let rules: [Rule]
    /// The platforms on which requests for the feature get 410, whatever its rules are.
    package let switchedOff: [String]
    /// The feature's present name, if `name` is a former one; nil otherwise.
    package let renaming: Renaming?
    /// The times for which caches may keep the answers to requests for the feature.
    package let cacheTime: CacheTime

    package init(
        name: String, release: Int, rules: [Rule], switchedOff: [String], renaming: Renaming? = nil,
        cacheTime: CacheTime = .usual
    ) {
        self.name = name
        self.release = release
        self.rules = rules
        self.switchedOff = switchedOff
        self.renaming = renaming
        self.cacheTime = cacheTime
    }
}

/// The complete state of a published feature. Without rules and switched-off platforms nothing of it is live.
package struct FeatureSnapshot: Sendable, Hashable {
    package let name: String
    /// The newest release that contains this feature.
    package let release: Int
    /// The rules by platform, highest version first; the first that matches a client applies.
    package let rules: [Rule]
    /// The platforms on which it answers with 410, regardless of its rules.
    package let switchedOff: [String]
    /// The present name, if this one is a former name of the feature; nil otherwise.
    package let renaming: Renaming?
    /// The times for which caches may keep its answers.
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

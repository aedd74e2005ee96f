/// The state of one feature after a release.
package struct ReleaseItem: Sendable, Hashable {
    package let feature: String
    /// The previous release that contains this feature; nil if there is none.
    package let previousRelease: Int?
    /// The complete rule table, in the platforms' order, highest version first.
    package let rules: [Rule]
    /// The platforms on which requests for the feature get 410, whatever its rules are.
    package let switchedOff: [String]

    package init(feature: String, previousRelease: Int?, rules: [Rule], switchedOff: [String]) {
        self.feature = feature
        self.previousRelease = previousRelease
        self.rules = rules
        self.switchedOff = switchedOff
    }
}

/// One feature in a release: all that its clients get from then on.
package struct ReleaseItem: Sendable, Hashable {
    package let feature: String
    /// The release before this one with this feature in it; nil when there was none.
    package let previousRelease: Int?
    /// The complete rule table, in the platforms' order, highest version first.
    package let rules: [Rule]
    /// Platforms on which it answers 410, whatever its rules say.
    package let switchedOff: [String]

    package init(feature: String, previousRelease: Int?, rules: [Rule], switchedOff: [String]) {
        self.feature = feature
        self.previousRelease = previousRelease
        self.rules = rules
        self.switchedOff = switchedOff
    }
}

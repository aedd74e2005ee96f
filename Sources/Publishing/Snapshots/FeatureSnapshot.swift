/// A published feature's complete state. Without rules and switched-off platforms nothing of it is live.
package struct FeatureSnapshot: Sendable, Hashable {
    package let name: String
    /// The newest release with this feature in it.
    package let release: Int
    /// By platform, highest version first: the first that admits a client answers.
    package let rules: [Rule]
    /// Platforms on which it answers 410, whatever its rules say.
    package let switchedOff: [String]

    package init(name: String, release: Int, rules: [Rule], switchedOff: [String]) {
        self.name = name
        self.release = release
        self.rules = rules
        self.switchedOff = switchedOff
    }
}

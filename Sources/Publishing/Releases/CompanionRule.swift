import SchemaRepository

/// A rule that becomes live in the same release as other rules on the same platform.
struct CompanionRule {
    let feature: String
    let revision: Int
    let range: VersionInterval
    /// The share of the clients of the range.
    let percent: RolloutPercent
    /// True if the live rules of the feature that start at the same version stay, with lower precedence; false if the
    /// rule replaces them.
    let keepsOthers: Bool

    /// True if the rule is for all clients of the range, false if it is for a share of them.
    var isWhole: Bool { percent.isEveryone }
}

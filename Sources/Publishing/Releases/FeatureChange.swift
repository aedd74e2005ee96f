import PostgreSQL

/// The change that a release makes in one feature.
struct FeatureChange {
    var after: FeatureState
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
    /// The required approvals that are missing although the release is allowed; nil if none are missing.
    var shortfall: ApprovalShortfall?
    /// The version intervals of the new editions, each with the result of comparing the edition with the registered
    /// builds; in ascending order for each rule.
    var proofs: [IntervalProof] = []
    /// The bytes of the new editions, by their hexadecimal SHA-256.
    var contents: [String: [UInt8]] = [:]
    /// If the release is a step of a rollout, the state after the last step of that rollout; nil for any other release.
    var last: FeatureState?
    /// True if the feature gets a name that another feature had before. Clients may have seen higher release numbers
    /// under this name, so every edition states the new release.
    var takesUsedName = false
    /// Writes changes other than those of the rules, such as a new name; called after all checks have passed.
    var write: (Connection) throws -> Void = { _ in }
}

import PostgreSQL

/// The result of a release for one feature.
struct FeatureChange {
    var after: FeatureState
    var problems: [ReleaseProblem] = []
    var warnings: [ReleaseProblem] = []
    /// The approvals that it goes without; nil if none are missing.
    var shortfall: ApprovalShortfall?
    /// The standing of the editions that it makes with the registered builds, ascending.
    var proofs: [ProvenInterval] = []
    /// The bytes of the editions that it makes, by their hashes.
    var contents: [String: [UInt8]] = [:]
    /// Writes what changes beside the rules, such as the name, once nothing can refuse the release any more.
    var write: (Connection) throws -> Void = { _ in }
}

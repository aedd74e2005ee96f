import PostgreSQL

/// Work that is done in the transaction of a release, so that both happen or neither.
struct ReleaseErrand {
    /// The number of the schedule that makes the release, for the audit trail.
    var schedule: Int?
    /// Begins before anything else; throws if the release must not be made now.
    var begin: (Connection) throws -> Void = { _ in }
    /// Ends after the release with this number is written.
    var finish: (Int, Connection) throws -> Void = { _, _ in }
    /// Returns the reasons to refuse rules of a feature, after the feature is locked.
    var problems: (Feature, [RuleRequest], Connection) throws -> [ReleaseProblem] = { _, _, _ in [] }
}

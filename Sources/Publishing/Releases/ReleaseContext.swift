import Foundation
import PostgreSQL

/// The schedule or rollout that creates a release, and its hooks in the transaction of the release.
struct ReleaseContext {
    /// The id of the schedule that creates the release; nil for none.
    var schedule: Int?
    /// The id of the rollout that creates the release, as a step or to take out the rollout's rules; nil for none.
    var rollout: Int?
    /// The time for which the release is planned; nil for now. A plan for a later time begins with the features as they
    /// will be then. Schedules that are due by then, and rollouts that make their last step or fail before then, cause no
    /// warnings.
    var time: Date?
    /// The planned end of the release, at which its clients get again what they would get without it; nil for none.
    var ends: Date?
    /// Runs first in the transaction; throws an error if the release must not be created now.
    var begin: (Connection) throws -> Void = { _ in }
    /// Runs after the release is written; gets the number of the release.
    var finish: (Int, Connection) throws -> Void = { _, _ in }
    /// Returns further problems of the rules of a feature; if there are any, the release is refused.
    var problems: (Feature, [RuleRequest], Connection) throws -> [ReleaseProblem] = { _, _, _ in [] }
}

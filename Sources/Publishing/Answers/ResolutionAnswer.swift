package import Foundation
import SchemaRepository

/// The edition that a client gets as JSON, for the command line and the management API.
package struct ResolutionAnswer: Sendable, Encodable {
    package let release: Int
    package let revision: Int
    package let from: String
    package let until: String?
    package let percent: RolloutPercent
    package let hash: String
    package let because: String
    /// `claimed`, `proven` or `refused`.
    package let proof: String
    /// Sentences on the registered builds that cannot decode it.
    package let clients: [String]
    /// The moment that was asked for; nil for now.
    package let at: Date?
    /// The schedules of the feature that are released until then; nil for now.
    package let schedules: [Int]?
    /// The schedules of the feature that are due until then and would be refused; nil for now.
    package let refused: [RefusedScheduleAnswer]?

    /// `moment` is the one that was asked for; nil for now.
    package init(
        _ edition: Edition, rule: Rule, because: String, proof: String, clients: [String],
        moment: FeatureMoment? = nil
    ) {
        at = moment?.time
        schedules = moment?.planned.map(\.id)
        refused = moment?.refused.map(RefusedScheduleAnswer.init)
        release = edition.release
        revision = rule.revision
        from = rule.from.text
        until = rule.until?.text
        percent = rule.percent
        hash = edition.hash
        self.because = because
        self.proof = proof
        self.clients = clients
    }
}

/// A schedule that would be refused as JSON.
package struct RefusedScheduleAnswer: Sendable, Encodable {
    package let schedule: Int
    package let problems: [ReleaseProblem]

    init(_ refused: FeatureMoment.RefusedSchedule) {
        schedule = refused.schedule.id
        problems = refused.problems
    }
}

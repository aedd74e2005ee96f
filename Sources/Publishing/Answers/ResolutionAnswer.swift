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
    /// The schedules and the steps of rollouts of the feature that are due until then and would be refused; nil for now.
    package let refused: [RefusedReleaseAnswer]?

    /// `moment` is the one that was asked for; nil for now.
    package init(
        _ edition: Edition, rule: Rule, because: String, proof: String, clients: [String],
        moment: FeatureMoment? = nil
    ) {
        at = moment?.time
        schedules = moment?.planned.map(\.id)
        refused = moment.map { moment in
            moment.refused.map { RefusedReleaseAnswer($0) } + moment.refusedSteps.map { RefusedReleaseAnswer($0) }
        }
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

/// A scheduled release or a step of a rollout that would be refused as JSON.
package struct RefusedReleaseAnswer: Sendable, Encodable {
    /// The schedule; nil for a step of a rollout.
    package let schedule: Int?
    /// The rollout; nil for a schedule.
    package let rollout: Int?
    package let problems: [ReleaseProblem]

    init(_ refused: FeatureMoment.RefusedSchedule) {
        (schedule, rollout, problems) = (refused.schedule.id, nil, refused.problems)
    }

    init(_ refused: FeatureMoment.RefusedStep) {
        (schedule, rollout, problems) = (nil, refused.rollout.id, refused.problems)
    }
}

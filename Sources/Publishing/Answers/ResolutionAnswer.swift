package import Foundation
import SchemaRepository

/// The edition that a client gets, as JSON for the command line and the management API.
package struct ResolutionAnswer: Sendable, Encodable {
    /// The release since which the client gets these bytes.
    package let release: Int
    package let revision: Int
    package let from: String
    package let until: String?
    package let percent: RolloutPercent
    package let hash: String
    /// The reason as a sentence.
    package let because: String
    /// `proven` if all registered builds in the edition's version range can decode it, `refused` if one cannot,
    /// `claimed` if none is registered in this range or the builds were not compared.
    package let proof: String
    /// Sentences about the registered builds that cannot decode the edition.
    package let clients: [String]
    /// The requested time; nil if none was requested.
    package let at: Date?
    /// The ids of the feature's schedules that will be released by the requested time; nil if none was requested.
    package let schedules: [Int]?
    /// The schedules and rollout steps of the feature that are due by the requested time and would be refused; nil if
    /// no time was requested.
    package let refused: [RefusedReleaseAnswer]?

    /// Creates the answer. `moment` is the feature at the requested time; nil if none was requested.
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

/// A scheduled release or a step of a rollout that would be refused, as JSON.
package struct RefusedReleaseAnswer: Sendable, Encodable {
    /// The id of the schedule; nil for a step of a rollout.
    package let schedule: Int?
    /// The id of the rollout; nil for a schedule.
    package let rollout: Int?
    package let problems: [ReleaseProblem]

    init(_ refused: FeatureMoment.RefusedSchedule) {
        (schedule, rollout, problems) = (refused.schedule.id, nil, refused.problems)
    }

    init(_ refused: FeatureMoment.RefusedStep) {
        (schedule, rollout, problems) = (nil, refused.rollout.id, refused.problems)
    }
}

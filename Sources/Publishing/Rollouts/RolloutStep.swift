package import Foundation

/// A step of a rollout plan.
package struct RolloutStep: Sendable, Hashable, Codable {
    /// The maximum duration of a step in minutes: 30 days.
    package static let maximumBake = 43_200
    /// The maximum of `failures`: the maximum number of apps that are recorded for a revision on a platform, so that
    /// the reports of apps alone can reach it.
    package static let maximumFailures = RenderFailureStore.maximumReporters
    private static let minute: TimeInterval = 60

    /// The share of clients that get the revision from this step on; at 0 only test devices get the revision.
    package let percent: RolloutPercent
    /// The duration of the step in minutes.
    package let bakeMinutes: Int
    /// The number of failures, counted as in `Rollout.failures`, at which the rollout halts; nil if failures never halt
    /// it.
    package let failures: Int?
    /// True if a person must approve the next step, even when this one has lasted long enough.
    package let approval: Bool

    package init(percent: RolloutPercent, bakeMinutes: Int, failures: Int? = nil, approval: Bool = false) {
        self.percent = percent
        self.bakeMinutes = bakeMinutes
        self.failures = failures
        self.approval = approval
    }

    private enum CodingKeys: CodingKey {
        case percent, bakeMinutes, failures, approval
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let number = try values.decode(Double.self, forKey: .percent)
        guard let percent = RolloutPercent("\(number)") else {
            throw DecodingError.dataCorruptedError(
                forKey: .percent, in: values, debugDescription: "a share must be a multiple of 0.1 from 0 to 100")
        }
        self.init(
            percent: percent, bakeMinutes: try values.decode(Int.self, forKey: .bakeMinutes),
            failures: try values.decodeIfPresent(Int.self, forKey: .failures),
            approval: try values.decodeIfPresent(Bool.self, forKey: .approval) ?? false)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(percent, forKey: .percent)
        try values.encode(bakeMinutes, forKey: .bakeMinutes)
        try values.encodeIfPresent(failures, forKey: .failures)
        if approval { try values.encode(true, forKey: .approval) }
    }

    /// The duration of the step in seconds.
    package var bakeTime: TimeInterval { Double(bakeMinutes) * Self.minute }

    /// Returns the decision for a rollout in this step. `seconds`: `bakeTime` or more if the step is due; less, such as
    /// -1, if it is not. `count`: The number of failures since the step began, counted as in `Rollout.failures`.
    package func decision(after seconds: TimeInterval, failures count: Int) -> RolloutDecision {
        if let failures, count >= failures { return .halt }
        return seconds >= bakeTime && !approval ? .proceed : .wait
    }
}

/// The decision to do nothing yet, to publish the next step, or to halt the rollout.
package enum RolloutDecision: Sendable, Hashable {
    case wait, proceed, halt
}

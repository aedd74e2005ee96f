package import Foundation

/// A step of a rollout plan.
package struct RolloutStep: Sendable, Hashable, Codable {
    /// The longest step in minutes: 30 days.
    package static let maximumBake = 43_200
    private static let minute: TimeInterval = 60

    /// The share of clients that get the revision from then on; at 0 only test devices do.
    package let percent: RolloutPercent
    /// The time in minutes until the next step.
    package let bakeMinutes: Int
    /// The number of reported failures at which the rollout halts; nil for any number.
    package let failures: Int?
    /// True if a person must approve the next step, however long this one has lasted.
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
                forKey: .percent, in: values, debugDescription: "a share is 0 to 100 in steps of 0.1")
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

    /// The time until the next step in seconds.
    package var bakeTime: TimeInterval { Double(bakeMinutes) * Self.minute }

    /// Returns the decision at this step, so many seconds after it began and with so many failures reported since.
    package func decision(after seconds: TimeInterval, failures count: Int) -> RolloutDecision {
        if let failures, count >= failures { return .halt }
        return seconds >= bakeTime && !approval ? .proceed : .wait
    }
}

/// A decision at a step of a rollout.
package enum RolloutDecision: Sendable, Hashable {
    case wait, proceed, halt
}

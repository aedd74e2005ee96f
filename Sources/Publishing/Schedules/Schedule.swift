package import Foundation

/// A release that is planned for a time.
package struct Schedule: Sendable, Hashable {
    /// The number in order of creation.
    package let id: Int
    /// The earliest time of the release by the database's clock.
    package let dueAt: Date
    package let action: ScheduleAction
    /// The present names of the features that the release changes, each once.
    package let features: [String]
    package let reason: String
    /// True to publish even with fewer approvals than the policy requires.
    package let breakGlass: Bool
    /// The person or program in whose name the release is created.
    package let author: Actor
    package let createdAt: Date
    package let state: ScheduleState
    /// The time of the event that led to the state; nil for a schedule without events.
    package let settledAt: Date?
    /// The newest release when a person last asked for another try; nil if nobody did.
    let retriedAfter: Int?

    package init(
        id: Int, dueAt: Date, action: ScheduleAction, features: [String], reason: String, breakGlass: Bool = false,
        author: Actor, createdAt: Date, state: ScheduleState, settledAt: Date? = nil, retriedAfter: Int? = nil
    ) {
        self.id = id
        self.dueAt = dueAt
        self.action = action
        self.features = features
        self.reason = reason
        self.breakGlass = breakGlass
        self.author = author
        self.createdAt = createdAt
        self.state = state
        self.settledAt = settledAt
        self.retriedAfter = retriedAfter
    }

    /// The delay of the release in seconds, at least 0; 0 for a schedule that was not released.
    package var delay: TimeInterval {
        guard case .released = state, let settledAt else { return 0 }
        return max(0, settledAt.timeIntervalSince(dueAt))
    }

    /// True if the schedule may still create a release.
    package var isOpen: Bool {
        switch state {
        case .waiting, .failed: true
        case .released, .cancelled: false
        }
    }
}

/// The change that a schedule makes.
package enum ScheduleAction: Sendable, Hashable {
    /// Publishes rules.
    case publish(PublishRequest)
    /// Ends a release: clients get what they would get without it.
    case endRelease(Int)
    /// Ends the release that another schedule creates.
    case endSchedule(Int)
}

/// The state of a schedule.
package enum ScheduleState: Sendable, Hashable {
    /// The schedule is released as soon as it is due.
    case waiting
    /// The schedule was due and refused for these reasons. It stays open until a person tries again or cancels it.
    case failed([ReleaseProblem])
    /// The schedule created this release; nil if there was nothing to change.
    case released(Int?)
    case cancelled(by: String)

    /// The name of the state in the API and on the command line.
    package var word: String {
        switch self {
        case .waiting: "waiting"
        case .failed: "failed"
        case .released: "released"
        case .cancelled: "cancelled"
        }
    }
}

extension Actor {
    /// The actor of events that Galley causes by itself, such as the failure of a schedule or the halt of a rollout.
    package static let clock = Actor(accountID: nil, name: "schedule")
}

/// The limit of the delay of scheduled releases.
package enum SchedulePunctuality {
    /// The delay in seconds from which a scheduled release is reported as late.
    package static let tolerance: TimeInterval = 60
}

package import Foundation

/// A release that reaches its clients in steps.
package struct Rollout: Sendable, Hashable {
    package let id: Int
    /// The name of its plan.
    package let plan: String
    /// The plan's steps when it began.
    package let steps: [RolloutStep]
    /// The rules that it publishes; their share is that of the step.
    package let request: PublishRequest
    package let features: [String]
    /// The release of its first step.
    package let release: Int
    package let reason: String
    package let author: Actor
    package let createdAt: Date
    /// The current step, from 0.
    package let step: Int
    /// The release of the current step; of a step that was made without one, the newest release of its features.
    package let stepRelease: Int
    /// The time at which the current step began.
    package let beganAt: Date
    /// The end of the current step's time; nil for a last step without one.
    package let dueAt: Date?
    package let state: RolloutState
    /// The time of the event that led to the state.
    package let stateAt: Date
    /// The number of apps that reported failures since the step began, and of failures that persons and programs reported.
    package let failures: Int

    package init(
        id: Int, plan: String, steps: [RolloutStep], request: PublishRequest, features: [String], release: Int,
        reason: String, author: Actor, createdAt: Date, step: Int, stepRelease: Int, beganAt: Date, dueAt: Date?,
        state: RolloutState, stateAt: Date, failures: Int
    ) {
        self.id = id
        self.plan = plan
        self.steps = steps
        self.request = request
        self.features = features
        self.release = release
        self.reason = reason
        self.author = author
        self.createdAt = createdAt
        self.step = step
        self.stepRelease = stepRelease
        self.beganAt = beganAt
        self.dueAt = dueAt
        self.state = state
        self.stateAt = stateAt
        self.failures = failures
    }

    /// The share of clients that the current step reaches.
    package var percent: RolloutPercent { steps.indices.contains(step) ? steps[step].percent : .everyone }

    /// The number of failures at which the current step halts; nil for any number.
    package var threshold: Int? { steps.indices.contains(step) ? steps[step].failures : nil }

    /// True if there is another step.
    package var hasNextStep: Bool { step + 1 < steps.count }
}

/// The state of a rollout.
package enum RolloutState: Sendable, Hashable {
    /// The next step is made when its time has come.
    case running
    /// The step has lasted long enough; the next one waits for a person's approval.
    case awaitingApproval
    case paused(by: String)
    /// The next step was refused for these reasons. It waits until a person approves the step or stops the rollout.
    case failed([ReleaseProblem])
    /// Too many failures were reported. This release serves again what was live before; nil if it was refused for these
    /// reasons, or if nothing was left to change.
    case halted(release: Int?, [ReleaseProblem])
    /// A person stopped it, so that what was live before it is served again.
    case stopped(by: String)
    case finished

    /// The word for programs.
    package var word: String {
        switch self {
        case .running: "running"
        case .awaitingApproval: "awaiting-approval"
        case .paused: "paused"
        case .failed: "failed"
        case .halted: "halted"
        case .stopped: "stopped"
        case .finished: "finished"
        }
    }

    /// True if a person may approve the next step.
    package var isApprovable: Bool {
        switch self {
        case .running, .awaitingApproval, .paused, .failed: true
        case .halted, .stopped, .finished: false
        }
    }

    /// True if a person may stop the rollout.
    package var isStoppable: Bool {
        switch self {
        case .running, .awaitingApproval, .paused, .failed, .finished: true
        case .halted(let release, _): release == nil
        case .stopped: false
        }
    }

    /// True if it goes on only after a person has looked at it.
    package var needsPerson: Bool {
        switch self {
        case .awaitingApproval, .failed, .halted: true
        case .running, .paused, .stopped, .finished: false
        }
    }

    /// True while reported failures count.
    package var countsFailures: Bool {
        switch self {
        case .running, .awaitingApproval, .paused, .failed: true
        case .halted, .stopped, .finished: false
        }
    }
}

/// The outcome of a change of a rollout.
package enum RolloutOutcome: Sendable, Hashable {
    case changed(Rollout)
    /// The rollout is not in a state in which this is possible.
    case unchanged(Rollout)
    /// The release of the step, or the way back, was refused.
    case refused(ReleaseRefusal)
    /// The idempotency key was used for another request.
    case keyReused(KeyUse)
    case noSuchRollout(Int)
}

/// The plan of a stop, which never changes anything.
package enum RolloutStopPlan: Sendable, Hashable {
    /// The release that serves again what was live before, or why there is none; if it would change nothing, the
    /// rollout only stops.
    case planned(Rollout, PlanOutcome)
    /// The rollout is not in a state in which it can be stopped.
    case unchanged(Rollout)
    case noSuchRollout(Int)
}

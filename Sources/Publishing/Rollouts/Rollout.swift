package import Foundation

/// The publication of rules in steps, each for a larger share of the clients.
package struct Rollout: Sendable, Hashable {
    package let id: Int
    /// The name of the rollout plan.
    package let plan: String
    /// The plan's steps when the rollout began.
    package let steps: [RolloutStep]
    /// The rules that the rollout publishes; each step uses its own share instead of theirs.
    package let request: PublishRequest
    package let features: [String]
    /// The release of the first step.
    package let release: Int
    package let reason: String
    package let author: Actor
    package let createdAt: Date
    /// The current step, from 0.
    package let step: Int
    /// The release of the current step. If the step needed no release, the newest release of the rollout's features at
    /// that time.
    package let stepRelease: Int
    /// The time at which the current step began.
    package let beganAt: Date
    /// The time at which the current step has lasted long enough; nil for a last step without a duration.
    package let dueAt: Date?
    package let state: RolloutState
    /// The time of the event that led to the state.
    package let stateAt: Date
    /// The number of apps that reported failures since the current step began, plus the number of failures that persons
    /// and programs have reported since then.
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

    /// The number of failures at which the rollout halts in the current step; nil if failures never halt it.
    package var threshold: Int? { steps.indices.contains(step) ? steps[step].failures : nil }

    /// True if the current step is not the last one.
    package var hasNextStep: Bool { step + 1 < steps.count }
}

/// The state of a rollout.
package enum RolloutState: Sendable, Hashable {
    /// The steps are made by themselves: after the duration of the current one, the next step is published or waits for
    /// approval; after the last step the rollout finishes.
    case running
    /// The step has lasted long enough; the next one waits for a person's approval.
    case awaitingApproval
    case paused(by: String)
    /// The next step was refused for these reasons. The rollout waits until a person approves the step or stops the
    /// rollout.
    case failed([ReleaseProblem])
    /// Too many failures were reported. The release took out the rollout's rules, so that clients get what they would
    /// get without the rollout; nil if that release was refused, or if there was nothing to change. The problems say
    /// how many failures were reported, and why the release was refused if it was.
    case halted(release: Int?, [ReleaseProblem])
    /// A person stopped the rollout. The clients get what they would get without the rollout.
    case stopped(by: String)
    case finished

    /// The name of the state in the API and on the command line.
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

    /// True if a person may approve the next step, if there is one.
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

    /// True if a person should look at the rollout: a step waits for approval or was refused, or the rollout has
    /// halted.
    package var needsPerson: Bool {
        switch self {
        case .awaitingApproval, .failed, .halted: true
        case .running, .paused, .stopped, .finished: false
        }
    }

    /// True while reported failures count toward the threshold of the current step.
    package var countsFailures: Bool {
        switch self {
        case .running, .awaitingApproval, .paused, .failed: true
        case .halted, .stopped, .finished: false
        }
    }
}

/// The outcome of a request to change a rollout.
package enum RolloutOutcome: Sendable, Hashable {
    /// The change was made; `warnings` are those about the release that the change created, if it created one.
    case changed(Rollout, warnings: [ReleaseProblem] = [])
    /// The state of the rollout does not allow this change.
    case unchanged(Rollout)
    /// The release of the next step, or that of the stop, was refused.
    case refused(ReleaseRefusal)
    /// The idempotency key was used for another request.
    case keyReused(KeyUse)
    case noSuchRollout(Int)
}

/// The result of planning to stop a rollout; nothing is changed.
package enum RolloutStopPlan: Sendable, Hashable {
    /// The release that the stop would make, or the refusal. If the refusal is `unchanged`, the rollout stops without
    /// a release.
    case planned(Rollout, PlanOutcome)
    /// The state of the rollout does not allow a stop.
    case unchanged(Rollout)
    case noSuchRollout(Int)
}

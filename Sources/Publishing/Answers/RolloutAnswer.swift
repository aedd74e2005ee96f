package import Foundation
import SchemaRepository

/// A rollout as JSON, for the command line and the management API.
package struct RolloutAnswer: Sendable, Encodable {
    package let rollout: Int
    package let plan: String
    /// `running`, `awaiting-approval`, `paused`, `failed`, `halted`, `stopped` or `finished`.
    package let state: String
    package let features: [String]
    package let rules: [RolloutRuleAnswer]
    /// The current step, from 0.
    package let step: Int
    package let steps: [RolloutStep]
    /// The share of clients that the current step reaches.
    package let percent: RolloutPercent
    /// The release of the first step.
    package let release: Int
    /// The release of the current step; for a step that needed no release, the newest release of its features.
    package let stepRelease: Int
    /// The time at which the current step began.
    package let beganAt: Date
    /// The time at which the current step has lasted long enough; nil if the rollout is not running or has no further
    /// step.
    package let dueAt: Date?
    /// The number of failures since the step began, counted as in `Rollout.failures`.
    package let failures: Int
    /// The release that removed the rules of the rollout when the rollout halted; nil if it did not halt, or if that
    /// release was refused.
    package let haltedBy: Int?
    /// The problems because of which the next step or, when the rollout halted, the rollback was refused.
    package let problems: [ReleaseProblem]?
    /// The warnings about the release that the request created: that of the first step, of an approved step, or of the
    /// stop. Nil in the answers to other requests.
    package let warnings: [ReleaseProblem]?
    package let reason: String
    package let author: String

    package init(_ rollout: Rollout, warnings: [ReleaseProblem]? = nil) {
        self.warnings = warnings
        self.rollout = rollout.id
        plan = rollout.plan
        state = rollout.state.word
        features = rollout.features
        rules = rollout.request.rules.map(RolloutRuleAnswer.init)
        step = rollout.step
        steps = rollout.steps
        percent = rollout.percent
        release = rollout.release
        stepRelease = rollout.stepRelease
        beganAt = rollout.beganAt
        dueAt = rollout.state == .running && rollout.hasNextStep ? rollout.dueAt : nil
        failures = rollout.failures
        switch rollout.state {
        case .failed(let found): (haltedBy, problems) = (nil, found)
        case .halted(let release, let found): (haltedBy, problems) = (release, found)
        case .running, .awaitingApproval, .paused, .stopped, .finished: (haltedBy, problems) = (nil, nil)
        }
        reason = rollout.reason
        author = rollout.author.name
    }
}

/// A rule that a rollout publishes in steps.
package struct RolloutRuleAnswer: Sendable, Encodable {
    package let feature: String
    package let revision: Int
    package let platform: String
    package let from: String
    package let until: String?

    init(_ rule: RuleRequest) {
        feature = rule.feature
        revision = rule.revision
        platform = rule.platform
        from = rule.from.text
        until = rule.until?.text
    }
}

/// A list of rollouts, newest first.
package struct RolloutListAnswer: Sendable, Encodable {
    package let rollouts: [RolloutAnswer]

    package init(_ rollouts: [Rollout]) { self.rollouts = rollouts.map { RolloutAnswer($0) } }
}

/// A rollout plan as JSON.
package struct RolloutPlanAnswer: Sendable, Encodable {
    package let name: String
    package let steps: [RolloutStep]

    package init(_ plan: RolloutPlan) { (name, steps) = (plan.name, plan.steps) }
}

/// The rollout plans, sorted by name.
package struct RolloutPlanListAnswer: Sendable, Encodable {
    package let plans: [RolloutPlanAnswer]

    package init(_ plans: [RolloutPlan]) { self.plans = plans.map(RolloutPlanAnswer.init) }
}

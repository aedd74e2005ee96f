import Foundation
import PostgreSQL
import SchemaRepository

/// Finds rollouts whose next step will fail because of a release that is not part of the rollout.
enum FailingSteps {
    /// Returns a warning for each open rollout whose next step will fail after a release, because the release changes
    /// the rules for the clients of that step.
    ///
    /// `own`: The number of the rollout that makes the release itself, if one does. `time`: The time for which the
    /// release is planned, nil for now; a rollout that makes its last step before that time is left out.
    static func warnings(
        of changes: [(before: FeatureState, after: FeatureState)], by own: Int?, at time: Date? = nil,
        on connection: Connection
    ) throws -> [ReleaseProblem] {
        let moved = changes.filter { !$0.before.answersLike($0.after) }
        guard !moved.isEmpty else { return [] }
        let open = try RolloutTable.open(ofAny: moved.map(\.before.feature.id), on: connection)
        return try open.filter { $0.id != own && $0.mayStillStep(at: time) }.flatMap { rollout in
            let request = RolloutStore.request(rollout.request, at: rollout.steps[rollout.step + 1])
            let rules = try moved.flatMap { before, after in
                try Self.rules(of: request, before: before, after: after, since: rollout.stepRelease, on: connection)
            }
            return rules.prefix(1).map { warning(of: rollout, because: $0) }
        }
    }

    /// Returns the rules of one feature that a step can no longer publish after the change.
    private static func rules(
        of request: PublishRequest, before: FeatureState, after: FeatureState, since release: Int,
        on connection: Connection
    ) throws -> [RuleRequest] {
        let own = request.rules.filter { rule in
            rule.feature == before.feature.name && !before.isLike(after, for: rule.clients)
        }
        guard !own.isEmpty else { return [] }
        let made = try FeatureState(of: before.feature, after: release, on: connection)
        let stale = staleRules(of: request, in: after, since: made)
        return own.filter(stale.contains)
    }

    /// Returns the rules of one feature for which a step is refused as stale: the state of the feature does not serve
    /// them yet, and differs for their clients from the state `made` after the last step.
    static func staleRules(
        of request: PublishRequest, in state: FeatureState, since made: FeatureState
    ) -> [RuleRequest] {
        let served = RolloutStore.served(request, in: state, since: made)
        return request.rules.filter { rule in
            rule.feature == state.feature.name && !served.contains(rule) && !made.isLike(state, for: rule.clients)
        }
    }

    private static func warning(of rollout: Rollout, because rule: RuleRequest) -> ReleaseProblem {
        ReleaseProblem(
            code: "rollout-fails",
            message: """
                Rollout \(rollout.id) is open for the same clients (\(rollout.percent) %). After this change, its next \
                step will fail. The rollout then waits until a person approves the step or stops the rollout.
                """, feature: rule.feature, version: rule.from.text)
    }
}

extension Rollout {
    /// Returns true if the rollout may still make a step at a time, nil for now: it has a next step, which has not
    /// failed, and its last step is not made before that time.
    fileprivate func mayStillStep(at time: Date?) -> Bool {
        if case .failed = state { return false }
        guard hasNextStep, let time, let lastStepAt else { return hasNextStep }
        return lastStepAt >= time
    }

    /// The time of the last step if every step is made when it is due; nil if a person must act before that step.
    private var lastStepAt: Date? {
        guard state == .running, hasNextStep, let dueAt else { return nil }
        let remaining = steps[step...].dropLast()
        guard remaining.allSatisfy({ !$0.approval }) else { return nil }
        return remaining.dropFirst().reduce(dueAt) { $0.addingTimeInterval($1.bakeTime) }
    }
}

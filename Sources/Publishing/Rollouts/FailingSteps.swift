import Foundation
import PostgreSQL
import SchemaRepository

/// Finds rollouts whose next step will fail because of a release that is not part of the rollout.
enum FailingSteps {
    /// Returns a warning for each open rollout whose next step will fail after a release, because the release changes
    /// the rules for the clients of that step.
    ///
    /// `own`: The number of the rollout that makes the release itself, if one does. `time`: The time for which the
    /// release is planned, nil for now; a rollout that makes its last step before that time is left out. `end`: The
    /// planned end of the release, nil for none; a rollout that makes no step between the two is left out. `forecast`:
    /// The planned releases before that time, nil for now; a rollout with a step that fails before is left out.
    static func warnings(
        of changes: [(before: FeatureState, after: FeatureState)], by own: Int?, at time: Date?, until end: Date?,
        after forecast: ReleaseForecast?, on connection: Connection
    ) throws -> [ReleaseProblem] {
        let moved = changes.filter { !$0.before.answersLike($0.after) }
        guard !moved.isEmpty else { return [] }
        let open = try RolloutTable.open(ofAny: moved.map(\.before.feature.id), on: connection)
        // These rollouts wait for a person already when the release is made.
        let failed = Set((forecast?.refusedSteps ?? []).map(\.rollout.id))
        return try open.filter { rollout in
            rollout.id != own && !failed.contains(rollout.id) && rollout.mayStillStep(from: time, until: end)
        }.flatMap { rollout in
            let rules = try moved.flatMap { before, after in
                try Self.rules(
                    of: rollout, before: before, after: after, planned: forecast?.step(of: rollout, before.feature),
                    on: connection)
            }
            return rules.prefix(1).map { warning(of: rollout, because: $0, isNow: time == nil) }
        }
    }

    /// Returns the rules of one feature that the next step of a rollout can no longer publish after the change.
    /// `planned`: The last step before the change, and the feature after it, if that step is planned; nil if it is made.
    private static func rules(
        of rollout: Rollout, before: FeatureState, after: FeatureState, planned: (step: Int, state: FeatureState)?,
        on connection: Connection
    ) throws -> [RuleRequest] {
        let next = (planned?.step ?? rollout.step) + 1
        guard rollout.steps.indices.contains(next) else { return [] }
        let request = RolloutStore.request(rollout.request, at: rollout.steps[next])
        let own = request.rules.filter { rule in
            rule.feature == before.feature.name && !before.isLike(after, for: rule.clients)
        }
        guard !own.isEmpty else { return [] }
        let made =
            try planned?.state ?? FeatureState(of: before.feature, after: rollout.stepRelease, on: connection)
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

    /// `isNow`: True for a release now; by a later time, the share of clients may be another one.
    private static func warning(of rollout: Rollout, because rule: RuleRequest, isNow: Bool) -> ReleaseProblem {
        let share = isNow ? " (\(rollout.percent) %)" : ""
        return ReleaseProblem(
            code: "rollout-fails",
            message: """
                Rollout \(rollout.id) is open for the same clients\(share). After this change, its next step will fail, \
                unless the change is undone before. The rollout then waits until a person approves the step or stops the rollout.
                """, feature: rule.feature, version: rule.from.text)
    }
}

extension Rollout {
    /// Returns true if the rollout may make a step between two times, nil for now and for no end: it has a next step,
    /// which has not failed, and unless a person must act first, a step is due between these times.
    fileprivate func mayStillStep(from time: Date?, until end: Date?) -> Bool {
        if case .failed = state { return false }
        guard hasNextStep, let stepTimes else { return hasNextStep }
        return stepTimes.contains { step in
            // A scheduled release or end comes before a step that is due at the same time.
            time.map { step >= $0 } ?? true && end.map { step < $0 } ?? true
        }
    }

    /// The times of the further steps if every step is made when it is due; nil if a person must act before one.
    private var stepTimes: [Date]? {
        guard state == .running, hasNextStep, let dueAt else { return nil }
        let remaining = steps[step...].dropLast()
        guard remaining.allSatisfy({ !$0.approval }) else { return nil }
        return remaining.dropFirst().reduce(into: [dueAt]) { times, step in
            times.append(times[times.count - 1].addingTimeInterval(step.bakeTime))
        }
    }
}

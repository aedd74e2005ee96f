import PostgreSQL

extension RolloutStore {
    /// Returns the open ones of the given rollouts that releases by others have overtaken, by their ids: fewer clients
    /// get their revisions than after the current step, or the next step would be refused as stale if it were due now.
    ///
    /// Nothing else is checked. Only rollouts of features that were released since the current step need further
    /// queries.
    package func overtaken(among rollouts: [Rollout]) throws -> [Int: OvertakenRollout] {
        // Open rollouts are the ones that count failures; `steps` of a stored rollout contains its current step.
        let open = rollouts.filter { $0.state.countsFailures && $0.steps.indices.contains($0.step) }
        guard !open.isEmpty else { return [:] }
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let names = Set(open.flatMap(\.features)).sorted()
            let features = try ReleaseStore.features(names, locked: false, on: connection)
            var states: [String: FeatureState] = [:]
            var overtaken: [Int: OvertakenRollout] = [:]
            for rollout in open {
                let released = features.filter {
                    rollout.features.contains($0.name) && $0.liveRelease ?? 0 > rollout.stepRelease
                }
                guard !released.isEmpty else { continue }
                let pairs: [StatePair] = try released.map { feature in
                    let now =
                        try states[feature.name]
                        ?? FeatureState(of: feature, after: feature.liveRelease ?? 0, on: connection)
                    states[feature.name] = now
                    return StatePair(
                        then: try FeatureState(of: feature, after: rollout.stepRelease, on: connection), now: now)
                }
                overtaken[rollout.id] = Self.overtaken(rollout, pairs)
            }
            return overtaken
        }
    }

    /// A feature's states after the current step of a rollout and at present.
    private struct StatePair {
        let then: FeatureState
        let now: FeatureState
    }

    /// Compares the states of the features of a rollout that were released since its current step; returns nil if the
    /// rollout is not overtaken.
    private static func overtaken(_ rollout: Rollout, _ pairs: [StatePair]) -> OvertakenRollout? {
        var reduced: [RuleRequest] = []
        var audiences: [OvertakenRollout.Audience] = []
        for rule in request(rollout.request, at: rollout.steps[rollout.step]).rules {
            guard let pair = pairs.first(where: { $0.now.feature.name == rule.feature }) else {
                audiences.append(.all)
                continue
            }
            guard let audience = OvertakenRollout.audience(of: rule, since: pair.then, in: pair.now) else { continue }
            audiences.append(audience)
            if audience != .all { reduced.append(rule) }
        }
        var isStale = false
        if rollout.hasNextStep {
            let next = request(rollout.request, at: rollout.steps[rollout.step + 1])
            isStale = pairs.contains { !FailingSteps.staleRules(of: next, in: $0.now, since: $0.then).isEmpty }
        }
        guard isStale || !reduced.isEmpty else { return nil }
        let isLost = !reduced.isEmpty && audiences.allSatisfy { $0 == .nobody }
        return OvertakenRollout(
            audience: isLost ? .nobody : reduced.isEmpty ? .all : .part, reduced: reduced, isNextStepStale: isStale)
    }
}

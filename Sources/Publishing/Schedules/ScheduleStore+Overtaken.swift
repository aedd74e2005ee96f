import PostgreSQL

extension ScheduleStore {
    /// Returns the ids of the waiting schedules among the given ones whose publish would be refused as stale if it were
    /// due now, because a release that the author could not know of has changed the rules for the same clients.
    ///
    /// Nothing else is checked, and scheduled ends are left out. Only schedules of features that were released since
    /// need further queries.
    package func overtaken(among schedules: [Schedule]) throws -> Set<Int> {
        let waiting = schedules.filter { $0.state == .waiting }
        guard !waiting.isEmpty else { return [] }
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let names = Set(waiting.flatMap(\.features)).sorted()
            let features = try ReleaseStore.features(names, locked: false, on: connection)
            var states: [String: FeatureState] = [:]
            var overtaken: Set<Int> = []
            for schedule in waiting {
                guard case .publish(let request) = schedule.action,
                    let expected = schedule.retriedAfter ?? request.expectedRelease
                else { continue }
                let released = features.filter {
                    schedule.features.contains($0.name) && $0.liveRelease ?? 0 > expected
                }
                guard !released.isEmpty else { continue }
                var known: Set<Int> = []
                if schedule.retriedAfter == nil {
                    known = try ScheduleTable.releases(before: schedule.id, on: connection)
                }
                for feature in released {
                    let state =
                        try states[feature.name]
                        ?? FeatureState(of: feature, after: feature.liveRelease ?? 0, on: connection)
                    states[feature.name] = state
                    let hasMoved = try request.rules.contains { rule in
                        let since = ExpectedRelease(release: expected, clients: rule.clients, known: known)
                        return try rule.feature == feature.name
                            && ReleaseStore.hasMoved(state, since: since, on: connection)
                    }
                    if hasMoved { overtaken.insert(schedule.id) }
                }
            }
            return overtaken
        }
    }
}

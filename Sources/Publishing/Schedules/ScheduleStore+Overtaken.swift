import PostgreSQL

extension ScheduleStore {
    /// Returns the ids of the waiting schedules among the given ones that would be refused as stale if they were due now:
    /// a release that the author could not know of has changed the rules which the schedule publishes or ends, or other
    /// rules for their clients.
    ///
    /// Nothing else is checked. The end of a release that is not made yet is left out. Only schedules of features that
    /// were released since need further queries.
    package func overtaken(among schedules: [Schedule]) throws -> Set<Int> {
        let waiting = schedules.filter { $0.state == .waiting }
        guard !waiting.isEmpty else { return [] }
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let names = Set(waiting.flatMap(\.features)).sorted()
            let features = try ReleaseStore.features(names, locked: false, on: connection)
            var states: [String: FeatureState] = [:]
            var overtaken: Set<Int> = []
            for schedule in waiting {
                guard let release = try Self.release(seenBy: schedule, on: connection) else { continue }
                let released = features.filter {
                    schedule.features.contains($0.name) && $0.liveRelease ?? 0 > release
                }
                for feature in released {
                    let state =
                        try states[feature.name]
                        ?? FeatureState(of: feature, after: feature.liveRelease ?? 0, on: connection)
                    states[feature.name] = state
                    if try isOvertaken(schedule, since: release, state, on: connection) {
                        overtaken.insert(schedule.id)
                    }
                }
            }
            return overtaken
        }
    }

    /// Returns the newest release that the author of a schedule saw or, for an end, the release that it ends; nil if
    /// there is none.
    private static func release(seenBy schedule: Schedule, on connection: Connection) throws -> Int? {
        switch schedule.action {
        case .publish(let request): schedule.retriedAfter ?? request.expectedRelease
        case .endRelease, .endSchedule: try PlannedEnds.release(endedBy: schedule, on: connection)
        }
    }

    /// Returns true if the present state of a feature makes a schedule stale; `release` is that of `release(seenBy:)`.
    private func isOvertaken(
        _ schedule: Schedule, since release: Int, _ state: FeatureState, on connection: Connection
    ) throws -> Bool {
        guard case .publish(let request) = schedule.action else {
            guard schedule.retriedAfter == nil, let gates = try releases.gates(on: connection) else { return false }
            return try ReleaseStore.ending(release, state, gates, on: connection).problems.contains {
                $0.code == "stale"
            }
        }
        let known =
            schedule.retriedAfter == nil ? try ScheduleTable.releases(before: schedule.id, on: connection) : []
        return try request.rules.contains { rule in
            let since = ExpectedRelease(release: release, clients: rule.clients, known: known)
            return try rule.feature == state.feature.name
                && ReleaseStore.hasMoved(state, since: since, on: connection)
        }
    }
}

import PostgreSQL

extension ScheduleStore {
    /// Returns the waiting schedules among the given ones that would fail if they were due now, or that are going to fail
    /// because of what is planned before them, by their ids.
    ///
    /// Checked now are: the author, the required approvals, and whether others have changed the rules. Only schedules of
    /// features that were released since need many queries for that. Schedules that are allowed are then examined at
    /// their times; see `forecast(of:among:on:)`. A schedule that others have overtaken is left out if what is planned
    /// before it undoes their changes.
    package func failures(among schedules: [Schedule]) throws -> [Int: ScheduleFailure] {
        let waiting = schedules.filter { $0.state == .waiting }
        guard !waiting.isEmpty else { return [:] }
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let names = Set(waiting.flatMap(\.features)).sorted()
            let features = try ReleaseStore.features(names, locked: false, on: connection)
            var states: [String: FeatureState] = [:]
            var failures: [Int: ScheduleFailure] = [:]
            for schedule in waiting {
                let own = features.filter { schedule.features.contains($0.name) }
                let problems =
                    try Self.problems(of: schedule, on: connection)
                    + Self.missingApprovals(of: schedule, features: own, on: connection)
                if !problems.isEmpty {
                    failures[schedule.id] = .refused(problems)
                } else if try isOvertaken(schedule, own, &states, on: connection) {
                    failures[schedule.id] = .overtaken
                }
            }
            let allowed = waiting.filter { schedule in
                if case .refused = failures[schedule.id] { false } else { true }
            }
            let coming = try forecast(of: allowed, among: features, on: connection)
            for id in coming.released { failures[id] = nil }
            for end in waiting where failures[end.id] == nil {
                guard case .endSchedule(let id) = end.action,
                    let publish = try ScheduleTable.schedule(id, on: connection)
                else { continue }
                let hasFailed = if case .failed = publish.state { true } else { false }
                if hasFailed || failures[id] != nil { failures[end.id] = .refused([Self.unpublished(id)]) }
            }
            return failures.merging(coming.failures) { now, _ in now }
        }
    }

    /// Returns the problems that revisions lack the approvals that publishing them requires; none for an end.
    private static func missingApprovals(
        of schedule: Schedule, features: [Feature], on connection: Connection
    ) throws -> [ReleaseProblem] {
        guard case .publish(let request) = schedule.action else { return [] }
        return try features.flatMap { feature in
            let own = request.rules.filter { $0.feature == feature.name }
            return try Set(own.map(\.revision)).sorted().flatMap { number -> [ReleaseProblem] in
                guard let revision = try RevisionStore.revision(number, of: feature, on: connection) else { return [] }
                return try ApprovalGate(
                    revision, of: feature, breakGlass: request.breakGlass, reason: request.reason, isPlan: true,
                    on: connection
                ).problems
            }
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

    /// Returns true if the present state of one of a schedule's features makes the schedule stale. `states` are the
    /// features' states that were read so far, by the features' names.
    private func isOvertaken(
        _ schedule: Schedule, _ features: [Feature], _ states: inout [String: FeatureState], on connection: Connection
    ) throws -> Bool {
        guard let release = try Self.release(seenBy: schedule, on: connection) else { return false }
        for feature in features {
            guard let live = feature.liveRelease, live > release else { continue }
            let state = try states[feature.name] ?? FeatureState(of: feature, after: live, on: connection)
            states[feature.name] = state
            if try isOvertaken(schedule, since: release, state, on: connection) { return true }
        }
        return false
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

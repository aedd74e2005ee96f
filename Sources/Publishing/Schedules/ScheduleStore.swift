package import Foundation
package import PostgreSQL

/// Stores schedules: releases that are planned for a time.
package struct ScheduleStore: Sendable {
    let pool: ConnectionPool
    let releases: ReleaseStore

    package init(pool: ConnectionPool, releases: ReleaseStore) {
        self.pool = pool
        self.releases = releases
    }

    /// Schedules a release; without a time, publishes at once and schedules only the end.
    ///
    /// The request is checked like a publish now, and again when it is due. It is then refused as stale if the rules
    /// for the same clients have changed in a way that the person could not know of.
    package func add(_ request: PublishRequest, at time: Date?, by actor: Actor) throws -> ScheduleOutcome {
        guard let time else { return try release(request, by: actor) }
        if let earlier = try earlier(request, at: time, by: actor) { return earlier }
        var expected = request
        expected.expectedRelease = try releases.newest()
        (expected.ends, expected.idempotencyKey) = (nil, nil)
        for index in expected.rules.indices { expected.rules[index].expectedRelease = nil }
        switch try plan(request, at: time, by: actor) {
        case .planned(let plan):
            do {
                return try pool.transaction { connection in
                    // A feature may have been renamed without a grace period since it was checked.
                    let names = try FeatureStore.currentNames(of: request.features, on: connection)
                    if let gone = request.features.first(where: { names[$0] == nil }) {
                        return .refused(.noSuchFeature(gone))
                    }
                    let id = try ScheduleTable.store(
                        .publish(expected), at: time, of: request.features, reason: request.reason,
                        breakGlass: request.breakGlass, keyed: Self.keyed(request, at: time), by: actor,
                        on: connection)
                    let end = try request.ends.map {
                        try ScheduleTable.store(
                            .endSchedule(id), at: $0, of: request.features, reason: request.reason,
                            by: actor, on: connection)
                    }
                    guard let schedule = try ScheduleTable.schedule(id, on: connection) else { throw MissingRow() }
                    return .scheduled(
                        schedule, end: try end.flatMap { try ScheduleTable.schedule($0, on: connection) },
                        warnings: plan.warnings)
                }
            } catch let error as KeyTaken {
                guard let earlier = try earlier(request, at: time, by: actor) else { throw error }
                return earlier
            }
        case .refused(let refusal): return .refused(refusal)
        }
    }

    /// Returns the release that ``add(_:at:by:)`` would create at the planned time, if until then every scheduled
    /// release and rollout step is published when it is due and nobody changes anything else. It has no warnings about
    /// schedules that are due by that time, nor about rollouts that make their last step or fail before that time.
    package func plan(_ request: PublishRequest, at time: Date?, by actor: Actor) throws -> PlanOutcome {
        guard let time else { return try releases.planPublish(request, by: actor) }
        let faults = try pool.withConnection { try Self.faults(time, ends: request.ends, on: $0) }
        guard faults.isEmpty else { return .refused(.rejected(faults)) }
        var endless = request
        endless.ends = nil
        return try releases.publish(
            endless, by: actor, context: ReleaseContext(time: time, ends: request.ends), as: PlanOutcome.self)
    }

    /// Publishes now, and schedules the end.
    private func release(_ request: PublishRequest, by actor: Actor) throws -> ScheduleOutcome {
        switch try releases.publish(request, by: actor) {
        case .released(let release, let warnings):
            return .released(release, end: try end(ofRelease: release.number), warnings: warnings)
        case .refused(let refusal): return .refused(refusal)
        case .keyReused(let use): return .keyReused(use)
        }
    }

    /// Returns up to `limit` schedules: first the open ones, in the order in which they are due, then the others, most
    /// recently settled first.
    package func all(limit: Int, onlyOpen: Bool = false) throws -> [Schedule] {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let open = try ScheduleTable.schedules(ScheduleTable.isOpen, limit: limit, on: connection)
            guard !onlyOpen, open.count < limit else { return open }
            return open
                + (try ScheduleTable.schedules(
                    "NOT (\(ScheduleTable.isOpen))", order: "event_at DESC, id DESC", limit: limit - open.count,
                    on: connection))
        }
    }

    /// Returns the number of schedules that failed and wait for a person; nil if there are none.
    package func countFailed() throws -> Int? {
        try pool.withConnection { connection in
            let count = try connection.query("SELECT count(*) AS count FROM schedule_state WHERE kind = 'failed'")
                .first?["count", as: Int.self]
            return count == 0 ? nil : count
        }
    }

    /// Returns up to `limit` open schedules of a feature, named by its present or former name, in the order in which
    /// they are due.
    package func open(of feature: String, limit: Int) throws -> [Schedule] {
        try pool.withConnection { connection in
            try ScheduleTable.schedules(
                "\(ScheduleTable.isOpen) AND \(PlannedFeatures.schedules.contain(feature))", limit: limit,
                on: connection)
        }
    }

    /// Returns the schedule with an id, or nil.
    package func schedule(_ id: Int) throws -> Schedule? {
        try pool.withConnection { try ScheduleTable.schedule(id, on: $0) }
    }

    /// Returns the scheduled end of a release that was published at once, in any state; nil if there is none. The end
    /// of a release that a schedule created belongs to that schedule, so it is not returned.
    package func end(ofRelease release: Int) throws -> Schedule? {
        try pool.withConnection {
            try ScheduleTable.schedules("undoes_release = \(release)", limit: 1, on: $0).first
        }
    }

    /// Cancels an open schedule, and the scheduled end of its release.
    package func cancel(_ id: Int, by actor: Actor) throws -> ScheduleChangeOutcome {
        try change(id) { schedule, connection in
            guard schedule.isOpen else { return .unchanged(schedule) }
            let ends = try ScheduleTable.schedules(
                "undoes_schedule = \(id) AND \(ScheduleTable.isOpen)", limit: 1, on: connection)
            for one in [schedule] + ends {
                try ScheduleTable.record("cancelled", of: one.id, by: actor, on: connection)
                try AuditStore.append(
                    .scheduleCancelled, of: "schedule \(one.id)", by: actor, ["features": .texts(one.features)],
                    on: connection)
            }
            return nil
        }
    }

    /// Lets a failed schedule try again at once. The person has seen what is live now, so earlier changes are accepted:
    /// a publish replaces the changed rules, and an end leaves them as they are.
    package func retry(_ id: Int, by actor: Actor) throws -> ScheduleChangeOutcome {
        try change(id) { schedule, connection in
            guard case .failed = schedule.state else { return .unchanged(schedule) }
            try ScheduleTable.record(
                "retried", of: id, expected: ReleaseTable.newest(on: connection), by: actor, on: connection)
            try AuditStore.append(
                .scheduleRetried, of: "schedule \(id)", by: actor, ["features": .texts(schedule.features)],
                on: connection)
            return nil
        }
    }

    private func change(
        _ id: Int, _ body: (Schedule, Connection) throws -> ScheduleChangeOutcome?
    ) throws -> ScheduleChangeOutcome {
        try pool.transaction { connection in
            try ScheduleTable.lock(on: connection)
            guard let schedule = try ScheduleTable.schedule(id, on: connection) else { return .noSuchSchedule(id) }
            if let outcome = try body(schedule, connection) { return outcome }
            return .changed(try ScheduleTable.schedule(id, on: connection) ?? schedule)
        }
    }

    /// Returns true if a time is not in the future by the database's clock.
    static func hasPassed(_ time: Date, on connection: Connection) throws -> Bool {
        try connection.query("SELECT \(time) <= clock_timestamp() AS passed").first?["passed", as: Bool.self] ?? true
    }

    /// Returns the problems of the times of a request: they have passed, or the end is not later than the start.
    private static func faults(_ time: Date, ends: Date?, on connection: Connection) throws -> [ReleaseProblem] {
        var faults: [ReleaseProblem] = []
        if try hasPassed(time, on: connection) {
            faults.append(
                ReleaseProblem(
                    code: ReleaseProblem.timePassed,
                    message: "The publish time is not in the future. Choose a later time, or publish now."))
        }
        if let ends, ends <= time {
            faults.append(
                ReleaseProblem(
                    code: ReleaseProblem.endBeforeStart, message: "The end must be later than the publish time."))
        }
        return faults
    }

    /// Returns the outcome of an earlier request with the same idempotency key; nil if there is none.
    private func earlier(_ request: PublishRequest, at time: Date, by actor: Actor) throws -> ScheduleOutcome? {
        guard let keyed = Self.keyed(request, at: time) else { return nil }
        return try pool.withConnection { connection in
            guard let use = try IdempotencyTable.use(of: keyed, on: connection) else { return nil }
            guard use.digest == keyed.digest else { return .keyReused(use) }
            guard let schedule = try use.schedule.flatMap({ try ScheduleTable.schedule($0, on: connection) }) else {
                throw KeyTaken()
            }
            let end = try ScheduleTable.schedules("undoes_schedule = \(schedule.id)", limit: 1, on: connection).first
            return .scheduled(schedule, end: end, warnings: [])
        }
    }

    private static func keyed(_ request: PublishRequest, at time: Date) -> KeyedRequest? {
        let fields = [
            "at \(time.timeIntervalSinceReferenceDate.bitPattern)", request.expectedRelease.map(String.init) ?? "",
            request.reason,
        ]
        return KeyedRequest.asked(key: request.idempotencyKey, fields: fields + request.details)
    }
}

package import Foundation
import PostgreSQL

extension ReleaseStore {
    /// Renames a feature. The present name keeps working for the grace period, if any, in the console and for apps.
    ///
    /// The renaming of a published feature is a release with the same rules, so that from the same release on, every
    /// node serves the new name and announces it in the header fields of answers to requests with the former name.
    ///
    /// - Throws: `KeyTaken` if another attempt has claimed the idempotency key of the current request.
    package func rename(_ request: RenameRequest, by actor: Actor) throws -> RenameOutcome {
        guard FeatureName.isValid(request.name) else { return .invalidName }
        guard (0...RenameRequest.maximumGraceDays).contains(request.graceDays) else { return .invalidGrace }
        let outcome = try ConnectionPool.retrying {
            try pool.transaction { connection -> RenameOutcome? in
                guard let feature = try FeatureStore.lock(request.feature, on: connection) else {
                    return .noSuchFeature
                }
                guard feature.name != request.name else { return .unchanged(feature) }
                if let other = try FeatureStore.claim(request.name, on: connection), other.id != feature.id {
                    return .taken(other)
                }
                guard feature.liveRelease == nil else { return nil }
                try Self.rename(feature, request, by: actor, on: connection)
                guard let renamed = try FeatureStore.feature(named: request.name, on: connection) else {
                    throw MissingRow()
                }
                return .renamed(renamed, release: nil)
            }
        }
        return try outcome ?? release(request, by: actor)
    }

    /// Ends the grace periods that are over, at most 100 per call. The end of a published feature's former name is a
    /// release; while a read node serves another state than the database has, this release is put off to a later call.
    /// Returns the former names that it has ended.
    package func endGracePeriods(now: Date = .now) throws -> [String] {
        let due = try pool.withConnection { connection in
            try connection.query(
                """
                SELECT former_name.name, feature.name AS current, live_release
                FROM former_name JOIN feature ON feature.id = feature_id
                WHERE ended_at IS NULL AND answers_until <= \(now) ORDER BY answers_until LIMIT 100
                """
            ).map {
                (
                    try $0["name", as: String.self], try $0["current", as: String.self],
                    try $0["live_release", as: Int?.self]
                )
            }
        }
        let isDrifting = try !due.isEmpty && !pool.withConnection { try StateTable.drift(on: $0) }.isEmpty
        return try due.filter { name, current, release in
            guard release != nil else {
                return try pool.transaction { try Self.end(name, of: current, now: now, on: $0) }
            }
            // The release would be refused, and each try would add a refusal to the audit trail.
            guard !isDrifting else { return false }
            let attempt = ReleaseAttempt(
                kind: .rename, expectedRelease: nil, reason: "The former name \(name) no longer works.",
                idempotencyKey: nil, actor: .galley, details: ["end", name])
            let outcome: ReleaseOutcome = try make(attempt, of: current) { before, connection in
                guard try !Self.isDue(name, now: now, on: connection) else { return nil }
                return .unchanged(
                    since: before.feature.liveRelease ?? 0, because: "The grace period has already ended.")
            } change: { before, _, _ in
                var change = FeatureChange(after: before)
                change.write = { _ = try Self.end(name, of: before.feature.name, now: now, on: $0) }
                return change
            }
            if case .released = outcome { return true }
            return false
        }.map(\.0)
    }

    private func release(_ request: RenameRequest, by actor: Actor) throws -> RenameOutcome {
        let attempt = ReleaseAttempt(
            kind: .rename, expectedRelease: nil, reason: "\(request.feature) is now named \(request.name).",
            idempotencyKey: nil, actor: actor, details: [request.feature, request.name])
        var taken: Feature?
        let outcome: ReleaseOutcome = try make(attempt, of: request.feature) { before, _ in
            // If somebody else has given the feature this name in the meantime, nothing is left to do.
            guard before.feature.name == request.name else { return nil }
            return .unchanged(since: before.feature.liveRelease ?? 0, because: "The feature already has this name.")
        } change: { before, connection, _ in
            taken = nil
            var change = FeatureChange(after: before)
            if let other = try FeatureStore.claim(request.name, on: connection), other.id != before.feature.id {
                taken = other
                change.problems = [
                    ReleaseProblem(
                        code: "name-taken", message: "A feature named \(request.name) already exists.",
                        feature: before.feature.name)
                ]
            } else {
                change.takesUsedName = try Self.isUsed(request.name, except: before.feature, on: connection)
                change.write = { try Self.rename(before.feature, request, by: actor, on: $0) }
            }
            return change
        }
        func renamed() throws -> Feature? {
            try pool.withConnection { try FeatureStore.feature(named: request.name, on: $0) }
        }
        switch outcome {
        case .released(let release, _):
            guard let feature = try renamed() else { throw MissingRow() }
            return .renamed(feature, release: release.number)
        case .refused(.rejected(let problems)): return taken.map { .taken($0) } ?? .refused(problems)
        case .refused(.noSuchFeature): return .noSuchFeature
        case .refused(.unchanged): return try renamed().map { .unchanged($0) } ?? .noSuchFeature
        case .refused: return .refused([])
        // Another request claimed the key after this one had looked it up.
        case .keyReused: throw KeyTaken()
        }
    }

    /// Returns true if another feature had the name before.
    private static func isUsed(_ name: String, except feature: Feature, on connection: Connection) throws -> Bool {
        let own = try NamePeriod.all(of: feature.name, on: connection).filter { $0.name == name }.map(\.first)
        return try !connection.query(
            """
            SELECT FROM audit_event
            WHERE subject = \(name) AND action IN ('feature.created', 'feature.renamed')
                AND number <> ALL (\(own)) LIMIT 1
            """
        ).isEmpty
    }

    /// Gives a locked feature its new name and stores the present one as a former name.
    private static func rename(
        _ feature: Feature, _ request: RenameRequest, by actor: Actor, on connection: Connection
    ) throws {
        try connection.execute("DELETE FROM former_name WHERE name = \(request.name)")
        try connection.execute("UPDATE feature SET name = \(request.name) WHERE id = \(feature.id)")
        try connection.execute(
            """
            INSERT INTO former_name (name, feature_id, answers_until, ended_at, author_id, author_name)
            VALUES (\(feature.name), \(feature.id), clock_timestamp() + make_interval(days => \(request.graceDays)::int),
                CASE WHEN \(request.graceDays) = 0 THEN clock_timestamp() END, \(actor.accountID),
                \(actor.name.storable))
            """)
        try AuditStore.append(
            .featureRenamed, of: request.name, by: actor,
            ["before": .text(feature.name), "graceDays": .number(request.graceDays)], on: connection)
    }

    /// Returns true if the grace period of a former name is over, but the name was not ended yet.
    private static func isDue(_ name: String, now: Date, on connection: Connection) throws -> Bool {
        try !connection.query(
            "SELECT FROM former_name WHERE name = \(name) AND ended_at IS NULL AND answers_until <= \(now)"
        ).isEmpty
    }

    /// Ends a former name whose grace period is over; returns false if another process was faster.
    private static func end(_ name: String, of current: String, now: Date, on connection: Connection) throws -> Bool {
        let ended = try connection.query(
            """
            UPDATE former_name SET ended_at = clock_timestamp()
            WHERE name = \(name) AND ended_at IS NULL AND answers_until <= \(now) RETURNING name
            """)
        guard !ended.isEmpty else { return false }
        try AuditStore.append(.formerNameEnded, of: current, by: .galley, ["before": .text(name)], on: connection)
        return true
    }
}

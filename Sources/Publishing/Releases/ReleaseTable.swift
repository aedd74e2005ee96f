import Foundation
import PostgreSQL

/// Reads and writes the tables of releases.
enum ReleaseTable {
    /// The SQL for the raw value of the `ReleaseEnding` of a row of `release`; null if the release ends nothing.
    static let ending: SQL = """
        CASE WHEN kind = 'rollback' THEN coalesce(
            (SELECT rollout_event.kind FROM rollout_event
             WHERE rollout_event.release = release.number AND rollout_event.kind IN ('halted', 'stopped') LIMIT 1),
            (SELECT 'ended' FROM schedule_event
             WHERE schedule_event.release = release.number AND schedule_event.kind = 'released' LIMIT 1)) END
        """

    /// Returns the number of the newest release; 0 before the first.
    static func newest(on connection: Connection) throws -> Int {
        try connection.query("SELECT coalesce(max(number), 0) AS newest FROM release")
            .map { try $0["newest", as: Int.self] }.first ?? 0
    }

    /// Returns the number of the newest release at a moment; 0 before the first.
    static func newest(at moment: Date, on connection: Connection) throws -> Int {
        try connection.query(
            "SELECT coalesce(max(number), 0) AS newest FROM release WHERE created_at <= \(moment)"
        ).map { try $0["newest", as: Int.self] }.first ?? 0
    }

    /// Returns the number of the newest release of kind `restoration`; 0 if there is none.
    static func newestRestoration(on connection: Connection) throws -> Int {
        try connection.query("SELECT coalesce(max(number), 0) AS newest FROM release WHERE kind = 'restoration'")
            .map { try $0["newest", as: Int.self] }.first ?? 0
    }

    /// Returns the releases that meet a condition on the table's columns, newest first, with their items.
    static func releases(_ condition: SQL, limit: Int, on connection: Connection) throws -> [Release] {
        let rows = try connection.query(
            """
            SELECT number, kind, rollback_to, rollback_of, rollback_since, reason, author_id, author_name, created_at,
                \(ending) AS ending
            FROM release WHERE \(condition) ORDER BY number DESC LIMIT \(limit)
            """)
        let numbers = try rows.map { try $0["number", as: Int.self] }
        let items = try items(of: numbers, on: connection)
        return try rows.map { row in
            let number = try row["number", as: Int.self]
            let items = items[number] ?? []
            return Release(
                number: number, kind: ReleaseKind(rawValue: try row["kind", as: String.self]) ?? .publish,
                rollback: try target(row, feature: items.first?.feature),
                ending: try row["ending", as: String?.self].flatMap(ReleaseEnding.init),
                reason: try row["reason", as: String.self], author: try Actor(row),
                createdAt: try row["created_at", as: Date.self], items: items)
        }
    }

    /// Returns one release, or nil.
    static func release(_ number: Int, on connection: Connection) throws -> Release? {
        try releases("number = \(number)", limit: 1, on: connection).first
    }

    private static func items(of releases: [Int], on connection: Connection) throws -> [Int: [ReleaseItem]] {
        let rules = try RuleTables.rules(in: releases, on: connection)
        var items: [Int: [ReleaseItem]] = [:]
        let rows = try connection.query(
            """
            SELECT release, feature_id, name, previous_release, switched_off
            FROM release_item JOIN feature ON feature.id = feature_id
            WHERE release = ANY (\(releases)) ORDER BY release, name
            """)
        for row in rows {
            let release = try row["release", as: Int.self]
            items[release, default: []].append(
                ReleaseItem(
                    feature: try row["name", as: String.self],
                    previousRelease: try row["previous_release", as: Int?.self],
                    rules: rules[release]?[try row["feature_id", as: Int.self]] ?? [],
                    switchedOff: try row["switched_off", as: [String].self]))
        }
        return items
    }

    private static func target(_ row: Row, feature: String?) throws -> RollbackTarget? {
        if let release = try row["rollback_to", as: Int?.self] {
            return feature.map { .feature($0, afterRelease: release) }
        }
        if let release = try row["rollback_of", as: Int?.self] { return .release(release) }
        return try row["rollback_since", as: Date?.self].map { .moment($0) }
    }
}

extension ReleaseTable {
    /// Writes the row of a release, without its features, and claims the idempotency key of its request.
    static func store(_ number: Int, _ attempt: ReleaseAttempt, on connection: Connection) throws {
        var rollbackTo: Int?
        var rollbackOf: Int?
        var rollbackSince: Date?
        switch attempt.rollback {
        case .feature(_, let release): rollbackTo = release
        case .release(let release): rollbackOf = release
        case .moment(let moment): rollbackSince = moment
        case nil: break
        }
        try connection.execute(
            """
            INSERT INTO release (number, kind, rollback_to, rollback_of, rollback_since, reason, author_id, author_name)
            VALUES (\(number), \(attempt.kind.rawValue), \(rollbackTo), \(rollbackOf), \(rollbackSince),
                \(attempt.reason.storable), \(attempt.actor.accountID), \(attempt.actor.name.storable))
            """)
        if let request = attempt.keyed { try IdempotencyTable.claim(request, release: number, on: connection) }
    }

    /// The maximum number of features that one statement writes.
    private static let batch = 1_000

    /// Writes the states of features after a release, and makes them live. `feature` is the id of the item's feature.
    static func store(
        _ items: [(item: ReleaseItem, feature: Int)], in release: Int, on connection: Connection
    ) throws {
        let parts = items.batches(of: batch)
        for part in parts {
            // Names of platforms contain no spaces, so a space can separate them.
            try connection.execute(
                """
                INSERT INTO release_item (release, feature_id, previous_release, switched_off)
                SELECT \(release), feature_id, previous, string_to_array(switched_off, ' ')
                FROM unnest(\(part.map { $0.feature }), \(part.map { $0.item.previousRelease }),
                    \(part.map { $0.item.switchedOff.joined(separator: " ") }))
                    AS part (feature_id, previous, switched_off)
                """)
        }
        try RuleTables.store(
            items.flatMap { RankedRule.rank($0.item.rules, of: $0.feature) }, in: release, on: connection)
        // A trigger on this update computes the columns by which lists of features are filtered.
        for part in parts {
            try connection.execute(
                "UPDATE feature SET live_release = \(release) WHERE id = ANY (\(part.map { $0.feature }))")
        }
    }
}

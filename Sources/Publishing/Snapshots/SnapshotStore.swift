import Foundation
package import PostgreSQL

/// Reads snapshots and changes for one read node, on the node's connection.
package struct SnapshotStore {
    /// The PostgreSQL channel that is notified of the number of each new release; notifications may be lost.
    package static let channel = "galley_release"

    /// The maximum duration of a statement that reads the head; a slower connection is regarded as lost.
    package static let headPatience = Duration.milliseconds(700)
    /// The maximum duration of a statement that reads a whole snapshot, which may be large.
    private static let patience = Duration.seconds(30)
    /// The maximum duration of a statement that reads a few recent changes.
    private static let shortPatience = Duration.seconds(2)
    /// The maximum duration of a statement that reads one batch of contents, a few megabytes.
    private static let contentPatience = Duration.seconds(5)
    /// The maximum number of releases for which `shortPatience` is sufficient.
    private static let shortCount = 100

    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// Returns the newest point of the database's history; `held` is the node's point to compare it with.
    package func head(asking held: HistoryPoint? = nil) throws -> DatabaseHead {
        try connection.withDeadline(Self.headPatience) { try Self.head(asking: held, on: $0) }
    }

    /// Returns the whole live state.
    package func snapshot() throws -> Snapshot {
        try read(within: Self.patience) { connection in
            try Self.changes(after: 0, head: Self.head(asking: nil, on: connection), on: connection)
        }
    }

    /// Returns the complete state of every feature released after a point, in the order of releases; nil if the
    /// database does not have the same history. `newest` is the number of the newest known release.
    package func changes(after held: HistoryPoint, upTo newest: Int) throws -> Snapshot? {
        let isShort = newest - held.release <= Self.shortCount
        return try read(within: isShort ? Self.shortPatience : Self.patience) { connection in
            let head = try Self.head(asking: held, on: connection)
            guard head.relation(to: held) == .same else { return nil }
            return try Self.changes(after: held.release, head: head, on: connection)
        }
    }

    /// Returns the number of the newest release of kind `restoration`; 0 if there is none.
    package func newestRestoration() throws -> Int {
        try connection.withDeadline(Self.shortPatience) { try ReleaseTable.newestRestoration(on: $0) }
    }

    /// Returns the bytes of contents by their hexadecimal SHA-256, with one query; unknown hashes are left out.
    package func contents(_ hashes: [String]) throws -> [String: [UInt8]] {
        try connection.withDeadline(Self.contentPatience) { try ContentStore.bytes(of: hashes, on: $0) }
    }

    private func read<Value>(within patience: Duration, _ body: (Connection) throws -> Value) throws -> Value {
        try connection.withDeadline(patience) { connection in
            try connection.transaction(isolation: .repeatableRead, readOnly: true, body)
        }
    }

    private static func head(asking held: HistoryPoint?, on connection: Connection) throws -> DatabaseHead {
        // The name of a file of the write-ahead log begins with the timeline, in eight hexadecimal digits.
        let rows = try connection.query(
            """
            SELECT installation.id AS installation, coalesce(newest.number, 0) AS release,
                coalesce(newest.identity::text, '') AS identity,
                (SELECT system_identifier FROM pg_control_system())::text AS cluster,
                CASE WHEN pg_is_in_recovery() THEN 0
                    ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
                END AS timeline,
                pg_is_in_recovery() AS is_standby,
                \(held?.release ?? 0)::bigint = 0 OR EXISTS (
                    SELECT FROM release
                    WHERE number = \(held?.release ?? 0) AND identity::text = \(held?.identity ?? "")) AS has_release,
                (SELECT array_agg(name ORDER BY position) FROM platform) AS names,
                (SELECT array_agg(title ORDER BY position) FROM platform) AS titles
            FROM installation
            LEFT JOIN LATERAL (SELECT number, identity FROM release ORDER BY number DESC LIMIT 1) AS newest ON true
            """)
        guard let row = rows.first else { throw MissingRow() }
        let point = HistoryPoint(
            installation: try row["installation", as: String.self], release: try row["release", as: Int.self],
            identity: try row["identity", as: String.self], cluster: try row["cluster", as: String.self],
            timeline: try row["timeline", as: Int.self])
        let names = try row["names", as: [String]?.self] ?? []
        let titles = try row["titles", as: [String]?.self] ?? []
        return DatabaseHead(
            point: point, platforms: zip(names, titles).map(Platform.init(name:title:)),
            keys: try SignatureKeyStore.active(on: connection), isStandby: try row["is_standby", as: Bool.self],
            hasRelease: try row["has_release", as: Bool.self])
    }

    private static func changes(
        after release: Int, head: DatabaseHead, on connection: Connection
    ) throws -> Snapshot {
        guard head.point.release > release else {
            return Snapshot(point: head.point, platforms: head.platforms, keys: head.keys, features: [])
        }
        let rules = try RuleTables.live(after: release, on: connection)
        // Nodes treat a former name like a feature of its own; after its grace period, it has no rules.
        let features = try connection.query(
            """
            SELECT feature.id, feature.name AS current, named.name, live_release, switched_off, since, answers_until,
                ended_at, fresh, stale_while_revalidate, stale_if_error
            FROM (
                SELECT id AS named_id, name, NULL AS since, NULL AS answers_until, NULL AS ended_at FROM feature
                UNION ALL
                SELECT feature_id, name, date_trunc('second', created_at), date_trunc('second', answers_until), ended_at
                FROM former_name
            ) AS named
            JOIN feature ON feature.id = named_id
            JOIN release_item ON release = live_release AND release_item.feature_id = feature.id
            LEFT JOIN (SELECT DISTINCT ON (feature_id) * FROM cache_time ORDER BY feature_id, id DESC) AS cache_time
                ON cache_time.feature_id = feature.id
            WHERE live_release > \(release)
            ORDER BY live_release, named.name
            """
        ).map { row in
            let isOver = try row["ended_at", as: Date?.self] != nil
            return FeatureSnapshot(
                name: try row["name", as: String.self], release: try row["live_release", as: Int.self],
                rules: isOver ? [] : rules[try row["id", as: Int.self]] ?? [],
                switchedOff: isOver ? [] : try row["switched_off", as: [String].self], renaming: try renaming(row),
                cacheTime: try CacheTimeTable.time(row))
        }
        return Snapshot(
            point: head.point, platforms: head.platforms, keys: head.keys, features: features,
            restoration: try ReleaseTable.newestRestoration(on: connection))
    }

    private static func renaming(_ row: Row) throws -> Renaming? {
        guard let since = try row["since", as: Date?.self], let until = try row["answers_until", as: Date?.self] else {
            return nil
        }
        return Renaming(name: try row["current", as: String.self], since: since, until: until)
    }
}

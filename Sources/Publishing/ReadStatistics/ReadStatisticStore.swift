import Foundation
package import PostgreSQL
import SchemaRepository

/// Stores the fetches that the read nodes count, by day, feature, platform, version and revision.
package struct ReadStatisticStore: Sendable {
    /// The number of days that count as recent.
    package static let recentDays = 7
    /// The time after which counts are deleted, in days.
    private static let retention = 90
    /// The maximum number of rows that one statement adds.
    private static let batch = 1_000

    let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Adds counts to those of today. Counts of unknown features and platforms are ignored.
    package func add(_ counts: [ReadCount]) throws {
        guard !counts.isEmpty else { return }
        try pool.transaction { connection in
            // Nodes add to the same rows in different orders, so without this lock their transactions could deadlock.
            try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.read_statistic', 0))")
            for part in counts.batches(of: Self.batch) {
                try connection.execute(
                    """
                    INSERT INTO read_statistic AS known
                        (day, feature_id, platform, version, version_key, revision, fetches)
                    SELECT current_date, feature.id, platform.name, min(counted.version), key, revision,
                        sum(fetches)
                    FROM unnest(\(part.map(\.feature)), \(part.map(\.platform)),
                        \(part.map { $0.version?.text ?? "" }), \(part.map { $0.version?.sortKey ?? [] }),
                        \(part.map(\.revision)), \(part.map(\.fetches)))
                        AS counted (feature, platform, version, key, revision, fetches)
                    JOIN (SELECT name, feature_id AS id FROM answering_name) AS feature ON feature.name = counted.feature
                    JOIN platform ON platform.name = counted.platform
                    GROUP BY feature.id, platform.name, key, revision
                    ON CONFLICT ON CONSTRAINT read_statistic_pkey DO UPDATE
                        SET fetches = known.fetches + EXCLUDED.fetches
                    """)
            }
        }
    }

    /// Deletes the counts that are older than `retention`.
    package func prune() throws {
        try pool.withConnection {
            try $0.execute("DELETE FROM read_statistic WHERE day < current_date - \(Self.retention)::integer")
        }
    }

    /// Returns the counts of a feature, summed over the last `days` days, today included. They are sorted by platform
    /// and then by version, highest first; of each platform, fetches that were counted without their version come last.
    package func counts(of feature: String, days: Int = recentDays) throws -> [ReadCount] {
        try pool.withConnection { try Self.counts(of: feature, days: days, on: $0) }
    }

    /// Returns the number of fetches of all features during the last `days` days, today included. Requests that no rule
    /// matched do not count.
    package func total(days: Int = recentDays) throws -> Int {
        try pool.withConnection { try Self.total(days: days, on: $0) }
    }

    static func counts(of feature: String, days: Int, on connection: Connection) throws -> [ReadCount] {
        let name = feature.storable
        return try counts(of: [name], days: days, on: connection)[name] ?? []
    }

    /// Returns the counts of features by their present names, of each feature in the order of `counts(of:days:)`.
    static func counts(
        of features: [String], days: Int, on connection: Connection
    ) throws -> [String: [ReadCount]] {
        let rows = try connection.query(
            """
            SELECT name, platform, min(version) AS version, revision, sum(fetches)::bigint AS fetches
            FROM read_statistic JOIN feature ON feature.id = feature_id
            WHERE name = ANY (\(features)) AND day > current_date - \(days)::integer
            GROUP BY name, platform, version_key, revision
            ORDER BY name, platform, version_key DESC, revision DESC
            """)
        return try rows.reduce(into: [:]) { counts, row in
            let name = try row["name", as: String.self]
            counts[name, default: []].append(
                ReadCount(
                    feature: name, platform: try row["platform", as: String.self],
                    version: try? ClientVersion(row["version", as: String.self]),
                    revision: try row["revision", as: Int.self], fetches: try row["fetches", as: Int.self]))
        }
    }

    static func total(days: Int, on connection: Connection) throws -> Int {
        try connection.query(
            """
            SELECT coalesce(sum(fetches), 0)::bigint AS fetches FROM read_statistic
            WHERE day > current_date - \(days)::integer AND revision > 0
            """
        ).map { try $0["fetches", as: Int.self] }.first ?? 0
    }
}

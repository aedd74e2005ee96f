package import Foundation
package import PostgreSQL
import SchemaRepository

/// Counts the failures that apps report, by revision, platform, pointer and reason.
package struct RenderFailureStore: Sendable {
    /// The maximum number of different failures of a revision; a further failure replaces the rarest.
    package static let maximumFailures = 100

    /// The maximum number of apps that are recorded for a rule with a revision; a further app replaces the app that
    /// reported least recently.
    package static let maximumReporters = 10_000

    private let pool: ConnectionPool

    package init(pool: ConnectionPool) { self.pool = pool }

    /// Counts a report; returns false if the feature has no such revision.
    ///
    /// Towards the threshold of a rollout's step, each app counts once, and only if clients of its version can have got
    /// the revision by the rollout's rule.
    package func count(_ report: FailureReport, by reporter: FailureReporter) throws -> Bool {
        try pool.withConnection { connection in
            let rows = try connection.query(
                """
                SELECT id FROM feature JOIN revision ON feature_id = id
                WHERE id = (\(FeatureStore.id(of: report.feature))) AND number = \(report.revision)
                """)
            guard let feature = try rows.first?["id", as: Int.self] else { return false }
            try Self.count(report, of: feature, on: connection)
            for rule in try Self.rules(of: report, feature, on: connection) {
                try Self.note(reporter, report, of: feature, servedFrom: rule, on: connection)
            }
            return true
        }
    }

    /// Returns the rules by which clients of the report's version can have got the revision, each as the sort key of its
    /// first version.
    ///
    /// These are the live rules that are for this version, have the revision, and have a larger share of the clients
    /// than every rule that precedes them, because the shares of all rules begin with the first bucket. A rule with 0 %
    /// counts too, because test devices get its revision, unless a rule that precedes it serves all clients of the
    /// version.
    private static func rules(of report: FailureReport, _ feature: Int, on connection: Connection) throws -> [[UInt8]] {
        guard let version = try? ClientVersion(report.clientVersion) else { return [] }
        let rows = try connection.query(
            """
            SELECT DISTINCT rule.from_key FROM feature
            JOIN rule ON rule.release = live_release AND rule.feature_id = feature.id
            WHERE feature.id = \(feature) AND rule.platform = \(report.platform.storable)
                AND rule.revision = \(report.revision) AND rule.from_key <= \(version.sortKey)
                AND (rule.until_key IS NULL OR rule.until_key > \(version.sortKey))
                AND NOT EXISTS (
                    SELECT FROM rule AS earlier
                    WHERE earlier.release = rule.release AND earlier.feature_id = rule.feature_id
                        AND earlier.platform = rule.platform
                        AND earlier.percent >= CASE WHEN rule.percent = 0 THEN 100 ELSE rule.percent END
                        AND earlier.from_key <= \(version.sortKey)
                        AND (earlier.until_key IS NULL OR earlier.until_key > \(version.sortKey))
                        AND (earlier.from_key > rule.from_key
                            OR earlier.from_key = rule.from_key AND earlier.rank < rule.rank))
            """)
        return try rows.map { try $0["from_key", as: [UInt8].self] }
    }

    /// Records that an app has just reported a failure of a revision. `rule`: The sort key of the version at which the
    /// rule that serves the revision starts.
    private static func note(
        _ reporter: FailureReporter, _ report: FailureReport, of feature: Int, servedFrom rule: [UInt8],
        on connection: Connection
    ) throws {
        let noted = try connection.query(
            """
            UPDATE failure_reporter SET last_at = clock_timestamp()
            WHERE feature_id = \(feature) AND revision = \(report.revision) AND platform = \(report.platform.storable)
                AND reporter = \(reporter.key) AND rule_from_key = \(rule)
            RETURNING last_at
            """)
        guard noted.isEmpty else { return }
        try connection.execute(
            """
            DELETE FROM failure_reporter
            WHERE last_at < clock_timestamp() - make_interval(mins => \(RolloutStep.maximumBake)::integer)
            """)
        // The apps that reported last are kept, because a step counts the apps that have reported since it began.
        try connection.execute(
            """
            WITH oldest AS MATERIALIZED (
                SELECT reporter, rule_from_key FROM failure_reporter
                WHERE feature_id = \(feature) AND revision = \(report.revision)
                    AND platform = \(report.platform.storable) AND rule_from_key = \(rule)
                ORDER BY last_at
                LIMIT greatest(0, 1 - \(maximumReporters) + (SELECT count(*) FROM failure_reporter
                    WHERE feature_id = \(feature) AND revision = \(report.revision)
                        AND platform = \(report.platform.storable) AND rule_from_key = \(rule)))
                FOR UPDATE SKIP LOCKED)
            DELETE FROM failure_reporter AS known USING oldest
            WHERE known.feature_id = \(feature) AND known.revision = \(report.revision)
                AND known.platform = \(report.platform.storable) AND known.reporter = oldest.reporter
                AND known.rule_from_key = oldest.rule_from_key
            """)
        try connection.execute(
            """
            INSERT INTO failure_reporter (feature_id, revision, platform, reporter, rule_from_key, last_at)
            VALUES (\(feature), \(report.revision), \(report.platform.storable), \(reporter.key), \(rule),
                clock_timestamp())
            ON CONFLICT ON CONSTRAINT failure_reporter_pkey DO UPDATE SET last_at = EXCLUDED.last_at
            """)
    }

    private static func count(_ report: FailureReport, of feature: Int, on connection: Connection) throws {
        let counted = try connection.query(
            """
            UPDATE render_failure
            SET count = count + 1, client_version = \(report.clientVersion), last_at = clock_timestamp()
            WHERE feature_id = \(feature) AND revision = \(report.revision) AND platform = \(report.platform.storable)
                AND pointer = \(report.pointer) AND reason = \(report.reason)
            RETURNING count
            """)
        guard counted.isEmpty else { return }
        // The rarest failure makes room for a new one, so that reports with a different reason each do not keep out all
        // later failures. A failure that many apps report stays, because it is not the rarest. Reports at the same
        // moment may leave more rows than the maximum; the next new failure removes them.
        try connection.execute(
            """
            WITH rarest AS MATERIALIZED (
                SELECT platform, pointer, reason FROM render_failure
                WHERE feature_id = \(feature) AND revision = \(report.revision)
                ORDER BY count, last_at
                LIMIT greatest(0, 1 - \(maximumFailures) + (SELECT count(*) FROM render_failure
                    WHERE feature_id = \(feature) AND revision = \(report.revision)))
                FOR UPDATE SKIP LOCKED)
            DELETE FROM render_failure AS known USING rarest
            WHERE known.feature_id = \(feature) AND known.revision = \(report.revision)
                AND known.platform = rarest.platform AND known.pointer = rarest.pointer
                AND known.reason = rarest.reason
            """)
        try connection.execute(
            """
            INSERT INTO render_failure AS known (feature_id, revision, platform, pointer, reason, count, client_version,
                first_at, last_at)
            VALUES (\(feature), \(report.revision), \(report.platform.storable), \(report.pointer),
                \(report.reason), 1, \(report.clientVersion), clock_timestamp(), clock_timestamp())
            ON CONFLICT ON CONSTRAINT render_failure_pkey DO UPDATE
                SET count = known.count + 1, client_version = EXCLUDED.client_version, last_at = EXCLUDED.last_at
            """)
    }

    /// Returns up to `limit` failures of a feature: those of the newest revision first, of each revision the most
    /// frequent first.
    package func failures(of feature: String, limit: Int) throws -> [RenderFailure] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT revision, platform, pointer, reason, count, client_version, last_at
                FROM render_failure WHERE feature_id = (\(FeatureStore.id(of: feature)))
                ORDER BY revision DESC, count DESC, platform, pointer, reason LIMIT \(limit)
                """
            ).map(Self.failure)
        }
    }

    /// Returns up to `limit` failures of live revisions that apps reported after a time, the latest first, with the
    /// names of their features.
    package func failuresOfLive(since time: Date, limit: Int) throws -> [(feature: String, failure: RenderFailure)] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT name, revision, platform, pointer, reason, count, client_version, last_at
                FROM render_failure JOIN feature ON feature.id = feature_id
                WHERE last_at > \(time) AND EXISTS (
                    SELECT FROM rule WHERE rule.release = live_release AND rule.feature_id = feature.id
                        AND rule.revision = render_failure.revision)
                ORDER BY last_at DESC LIMIT \(limit)
                """
            ).map { (try $0["name", as: String.self], try Self.failure($0)) }
        }
    }

    private static func failure(_ row: Row) throws -> RenderFailure {
        RenderFailure(
            revision: try row["revision", as: Int.self], platform: try row["platform", as: String.self],
            pointer: try row["pointer", as: String.self], reason: try row["reason", as: String.self],
            count: try row["count", as: Int.self], clientVersion: try row["client_version", as: String.self],
            lastAt: try row["last_at", as: Date.self])
    }
}

import Foundation
import PostgreSQL
import SchemaRepository

/// Stores the checks of the documents against schema releases. The checks are queued in the database and run in small
/// batches by any process that calls `advance`, usually that of a console.
package struct SchemaImpactStore: Sendable {
    /// The maximum number of features in a batch.
    private static let batch = 20
    /// The time after which a batch starts no further feature. A large document takes many seconds, and requests wait
    /// while a batch has its turn in the console's queue.
    package static let batchTime = Duration.seconds(5)

    private let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore

    init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        (self.pool, self.schemaReleases) = (pool, schemaReleases)
    }

    /// Queues a check against a schema release, and returns it. If the newest check against that release has not
    /// finished, returns that check instead. Nil if there is no such schema release.
    @discardableResult
    package func start(_ schemaRelease: Int) throws -> SchemaImpact? {
        try pool.transaction { connection in
            try SchemaReleaseStore.lock(on: connection)
            if let last = try Self.newest(of: schemaRelease, on: connection), last.finishedAt == nil { return last }
            try connection.execute(
                """
                INSERT INTO schema_impact (schema_release, base, release, total)
                SELECT number, (SELECT schema_release FROM schema_adoption ORDER BY number DESC LIMIT 1),
                    (SELECT coalesce(max(number), 0) FROM release), (SELECT count(*) FROM feature)
                FROM schema_release WHERE number = \(schemaRelease)
                """)
            return try Self.newest(of: schemaRelease, on: connection)
        }
    }

    /// Returns the newest check against a schema release; nil if none was queued.
    package func newest(of schemaRelease: Int) throws -> SchemaImpact? {
        try pool.withConnection { try Self.newest(of: schemaRelease, on: $0) }
    }

    /// Returns the findings of a check so far, in order of feature names; all of them without a `limit`.
    package func findings(of impact: Int, limit: Int? = nil) throws -> [ImpactFinding] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT name, revision, platform, versions, pointer, line, code, message
                FROM schema_impact_finding JOIN feature ON feature.id = feature_id
                WHERE impact = \(impact) ORDER BY name, position LIMIT \(limit)
                """
            ).map { row in
                ImpactFinding(
                    feature: try row["name", as: String.self], revision: try row["revision", as: Int.self],
                    platform: try row["platform", as: String?.self], versions: try row["versions", as: String?.self],
                    pointer: try row["pointer", as: String.self], line: try row["line", as: Int?.self],
                    code: try row["code", as: String.self], message: try row["message", as: String.self])
            }
        }
    }

    /// Checks the next features of the oldest unfinished check that no other process works on; returns false if there
    /// is none.
    ///
    /// The findings of a batch and the progress are written in one transaction, so that an interrupted batch is
    /// repeated. After `time` the batch ends with the feature that is being checked.
    @discardableResult
    package func advance(for time: Duration = batchTime) throws -> Bool {
        try pool.transaction { connection in
            guard let work = try Self.next(on: connection),
                let proposed = try schemaReleases.repository(of: work.schemaRelease, on: connection)
            else { return false }
            let current = try work.base.flatMap { try schemaReleases.repository(of: $0, on: connection) }
            let features = try Self.features(after: work.lastFeature, on: connection)
            guard !features.isEmpty else {
                try connection.execute(
                    "UPDATE schema_impact SET finished_at = clock_timestamp() WHERE number = \(work.number)")
                return true
            }
            // Without a longer timeout, the server would end the transaction while a feature with many large documents
            // is checked, and the batch would be repeated without end.
            try connection.execute("SET LOCAL idle_in_transaction_session_timeout = '30min'")
            let check = ImpactCheck(proposed: proposed, current: current)
            let end = ContinuousClock.now + time
            var (last, done) = (work.lastFeature, 0)
            for (id, documents) in try Self.documents(of: features, on: connection) {
                if done > 0, ContinuousClock.now >= end { break }
                try Self.store(check.findings(of: documents), of: id, in: work.number, on: connection)
                (last, done) = (id, done + 1)
            }
            try connection.execute(
                """
                UPDATE schema_impact SET last_feature = \(last), done = done + \(done)
                WHERE number = \(work.number)
                """)
            return true
        }
    }

    /// An unfinished check and its progress.
    private struct Work {
        let number: Int
        let schemaRelease: Int
        let base: Int?
        let lastFeature: Int
    }

    private static func next(on connection: Connection) throws -> Work? {
        try connection.query(
            """
            SELECT number, schema_release, base, last_feature FROM schema_impact WHERE finished_at IS NULL
            ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED
            """
        ).map { row in
            Work(
                number: try row["number", as: Int.self], schemaRelease: try row["schema_release", as: Int.self],
                base: try row["base", as: Int?.self], lastFeature: try row["last_feature", as: Int.self])
        }.first
    }

    private static func features(after id: Int, on connection: Connection) throws -> [Feature] {
        try connection.query(
            """
            SELECT id, name, kind, live_release, author_id, author_name, created_at FROM feature
            WHERE id > \(id) ORDER BY id LIMIT \(batch)
            """
        ).map(FeatureStore.feature)
    }

    /// Reads the live and the newest documents of features, with a few statements for all of them.
    private static func documents(
        of features: [Feature], on connection: Connection
    ) throws -> [(Int, ImpactCheck.Documents)] {
        let rules = try RuleTables.live(of: features.map(\.id), on: connection)
        let editions = try ContentStore.bytes(
            of: rules.values.flatMap { $0.flatMap(\.editions).map(\.hash) }, on: connection)
        var revisions: [Int: [Int: [UInt8]]] = [:]
        var heads: [Int: (number: Int, isValid: Bool)] = [:]
        let rows = try connection.query(
            """
            SELECT feature_id, number, valid, bytes, number = head AS is_head
            FROM revision JOIN content ON content.hash = content_hash
                JOIN (SELECT feature_id AS owner, max(number) AS head FROM revision
                    WHERE feature_id = ANY (\(features.map(\.id))) GROUP BY feature_id) AS newest ON owner = feature_id
            WHERE number = head OR EXISTS (SELECT FROM feature JOIN rule ON rule.release = live_release
                    AND rule.feature_id = feature.id AND rule.revision = revision.number
                WHERE feature.id = revision.feature_id)
            """)
        for row in rows {
            let (feature, number) = (try row["feature_id", as: Int.self], try row["number", as: Int.self])
            revisions[feature, default: [:]][number] = try row["bytes", as: [UInt8].self]
            if try row["is_head", as: Bool.self] { heads[feature] = (number, try row["valid", as: Bool.self]) }
        }
        return features.map { feature in
            let live = rules[feature.id] ?? []
            let head = heads[feature.id].flatMap { head in
                head.isValid && !live.contains { $0.revision == head.number } ? head.number : nil
            }
            return (
                feature.id,
                ImpactCheck.Documents(
                    name: feature.name, kind: feature.kind, revisions: revisions[feature.id] ?? [:], head: head,
                    rules: live, editions: editions)
            )
        }
    }

    private static func store(
        _ findings: [ImpactFinding], of feature: Int, in impact: Int, on connection: Connection
    ) throws {
        for (position, finding) in findings.enumerated() {
            try connection.execute(
                """
                INSERT INTO schema_impact_finding (impact, feature_id, position, revision, platform, versions, pointer,
                    line, code, message)
                VALUES (\(impact), \(feature), \(position), \(finding.revision), \(finding.platform),
                    \(finding.versions), \(finding.pointer.storable), \(finding.line), \(finding.code),
                    \(finding.message.storable))
                """)
        }
    }

    static func newest(of schemaRelease: Int, on connection: Connection) throws -> SchemaImpact? {
        try connection.query(
            """
            SELECT number, schema_release, release, total, done, created_at, finished_at,
                (SELECT count(DISTINCT feature_id) FROM schema_impact_finding WHERE impact = number) AS broken
            FROM schema_impact WHERE schema_release = \(schemaRelease) ORDER BY number DESC LIMIT 1
            """
        ).map { row in
            SchemaImpact(
                number: try row["number", as: Int.self], schemaRelease: try row["schema_release", as: Int.self],
                release: try row["release", as: Int.self], total: try row["total", as: Int.self],
                done: try row["done", as: Int.self], brokenFeatures: try row["broken", as: Int.self],
                createdAt: try row["created_at", as: Date.self],
                finishedAt: try row["finished_at", as: Date?.self])
        }.first
    }
}

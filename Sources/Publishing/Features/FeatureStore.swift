import DocumentKinds
import Foundation
package import PostgreSQL
import SchemaRepository

/// Stores features, their names and labels, and whether they are archived.
package struct FeatureStore: Sendable {
    let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore

    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.pool = pool
        self.schemaReleases = schemaReleases
    }

    /// Creates a feature; its kind is an `$id` or a name that `SchemaRepository.kind(named:)` accepts.
    package func create(name: String, kind: String, by actor: Actor) throws -> CreateFeatureOutcome {
        guard FeatureName.isValid(name) else { return .invalidName }
        guard let kind = try schemaReleases.currentRepository()?.repository.kind(named: kind) else {
            return .unknownKind
        }
        return try pool.transaction { connection in
            if let taken = try Self.claim(name, on: connection) { return .taken(taken) }
            let created = try connection.query(
                """
                INSERT INTO feature (name, kind, author_id, author_name)
                VALUES (\(name), \(kind.id), \(actor.accountID), \(actor.name.storable))
                RETURNING id, name, kind, live_release, author_id, author_name, created_at
                """
            ).map(Self.feature).first
            guard let created else { throw MissingRow() }
            try AuditStore.append(.featureCreated, of: name, by: actor, ["kind": .text(kind.id)], on: connection)
            return .created(created)
        }
    }

    /// Returns the feature with a name, present or former, or nil.
    package func feature(named name: String) throws -> Feature? {
        try pool.withConnection { try Self.feature(named: name, on: $0) }
    }

    /// Returns up to `limit` features that match a filter, after the first `offset` of them, and the number of all that
    /// match.
    package func list(
        _ filter: FeatureFilter = .all, by order: FeatureOrder = .name, offset: Int = 0, limit: Int = 1_000
    ) throws -> FeatureList {
        // The condition is evaluated once for each feature, for the total and for the page.
        let statement: SQL = """
            WITH found AS MATERIALIZED (
                SELECT feature.id, name, \(order.key) AS sort_key FROM \(try listed()) WHERE \(filter.condition)
            )
            SELECT (SELECT count(*) FROM found) AS total,
                ARRAY(SELECT id FROM found ORDER BY \(order.terms) LIMIT \(limit) OFFSET \(offset)) AS ids
            """
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            guard let found = try connection.query(statement).first else { throw MissingRow() }
            return FeatureList(
                features: try Self.summaries("SELECT unnest(\(try found["ids", as: [Int].self]))", on: connection),
                total: try found["total", as: Int.self])
        }
    }

    /// Returns the summary of one feature by its name, present or former, or nil.
    package func summary(of name: String) throws -> FeatureSummary? {
        guard FeatureName.isValid(name) else { return nil }
        return try pool.transaction(isolation: .repeatableRead, readOnly: true) {
            try Self.summaries(Self.id(of: name), on: $0).first
        }
    }

    /// Returns the table of features with the columns that lists filter and sort by.
    private func listed() throws -> SQL {
        let kinds = try schemaReleases.currentRepository()?.repository.rootKinds ?? []
        return """
            feature
            LEFT JOIN unnest(\(kinds.map(\.id)), \(kinds.map(\.title)), \(kinds.map(Self.searchText)))
                AS known (id, title, search_text) ON known.id = feature.kind
            """
    }

    /// Returns the text of a kind that a search looks in.
    private static func searchText(of kind: DocumentKind) -> String {
        kind.id.lowercased() + "\n" + SearchText.folded(kind.title)
    }

    /// Returns the features whose ids a statement returns, in its order.
    private static func summaries(_ ids: SQL, on connection: Connection) throws -> [FeatureSummary] {
        let rows = try connection.query(
            """
            SELECT feature.id, name, feature.kind, live_release, feature.author_id, feature.author_name,
                feature.created_at, coalesce(head.number, 0) AS head, coalesce(head.valid, true) AS head_valid,
                head.created_at AS saved_at, owner, tags, coalesce(release_item.switched_off, '{}') AS switched_off,
                release.created_at AS released_at, archive.reason AS archive_reason,
                archive.author_id AS archive_author_id, archive.author_name AS archive_author_name,
                archive.created_at AS archived_at, cache_time.fresh, cache_time.stale_while_revalidate,
                cache_time.stale_if_error
            FROM unnest(ARRAY(\(ids))) WITH ORDINALITY AS wanted (id, place)
            JOIN feature ON feature.id = wanted.id
            LEFT JOIN LATERAL (
                SELECT number, valid, created_at FROM revision WHERE feature_id = feature.id
                ORDER BY number DESC LIMIT 1
            ) head ON true
            LEFT JOIN release_item ON release_item.release = live_release AND release_item.feature_id = feature.id
            LEFT JOIN feature_archive AS archive ON archive.feature_id = feature.id
            LEFT JOIN release ON release.number = live_release
            LEFT JOIN LATERAL (
                SELECT * FROM cache_time WHERE feature_id = feature.id ORDER BY id DESC LIMIT 1
            ) AS cache_time ON true
            ORDER BY place
            """)
        let rules = try RuleTables.live(of: rows.map { try $0["id", as: Int.self] }, on: connection)
        return try rows.map { try Self.summary($0, rules: rules) }
    }

    private static func summary(_ row: Row, rules: [Int: [Rule]]) throws -> FeatureSummary {
        let feature = try feature(row)
        return FeatureSummary(
            feature: feature, headRevision: try row["head", as: Int.self],
            headIsValid: try row["head_valid", as: Bool.self], headSavedAt: try row["saved_at", as: Date?.self],
            rules: rules[feature.id] ?? [], switchedOff: try row["switched_off", as: [String].self],
            lastReleaseAt: try row["released_at", as: Date?.self],
            labels: FeatureLabels(owner: try row["owner", as: String.self], tags: try row["tags", as: [String].self]),
            archive: try archive(row), cacheTime: try CacheTimeTable.time(row))
    }

    private static func archive(_ row: Row) throws -> FeatureArchive? {
        guard let createdAt = try row["archived_at", as: Date?.self] else { return nil }
        return FeatureArchive(
            reason: try row["archive_reason", as: String.self],
            author: Actor(
                accountID: try row["archive_author_id", as: Int?.self],
                name: try row["archive_author_name", as: String.self]),
            createdAt: createdAt)
    }

    static func feature(named name: String, on connection: Connection) throws -> Feature? {
        guard FeatureName.isValid(name) else { return nil }
        return try connection.query(
            """
            SELECT id, name, kind, live_release, author_id, author_name, created_at FROM feature
            WHERE id = (\(id(of: name)))
            """
        ).map(feature).first
    }

    static func feature(_ row: Row) throws -> Feature {
        Feature(
            id: try row["id", as: Int.self], name: try row["name", as: String.self],
            kind: try row["kind", as: String.self], liveRelease: try row["live_release", as: Int?.self],
            author: try Actor(row), createdAt: try row["created_at", as: Date.self])
    }
}

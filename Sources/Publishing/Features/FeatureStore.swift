import Foundation
package import PostgreSQL
import SchemaRepository

/// Features.
package struct FeatureStore: Sendable {
    private let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore

    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.pool = pool
        self.schemaReleases = schemaReleases
    }

    /// Creates a feature; its kind is an `$id` or a name, as `SchemaRepository.kind(named:)` understands it.
    package func create(name: String, kind: String, by actor: Actor) throws -> CreateFeatureOutcome {
        guard FeatureName.isValid(name) else { return .invalidName }
        guard let kind = try schemaReleases.currentRepository()?.repository.kind(named: kind) else {
            return .unknownKind
        }
        return try pool.transaction { connection in
            let created = try connection.query(
                """
                INSERT INTO feature (name, kind, author_id, author_name)
                VALUES (\(name), \(kind.id), \(actor.accountID), \(actor.name.storable))
                ON CONFLICT ON CONSTRAINT feature_name_unique DO NOTHING
                RETURNING id, name, kind, live_release, author_id, author_name, created_at
                """
            ).map(Self.feature).first
            guard let created else {
                guard let feature = try Self.feature(named: name, on: connection) else { throw MissingRow() }
                return .taken(feature)
            }
            try AuditStore.append(.featureCreated, of: name, by: actor, ["kind": .text(kind.id)], on: connection)
            return .created(created)
        }
    }

    /// The feature of that name.
    package func feature(named name: String) throws -> Feature? {
        try pool.withConnection { try Self.feature(named: name, on: $0) }
    }

    /// Features whose name holds the text, in name order; those after a name, if one is given.
    package func list(
        matching text: String = "", after name: String = "", limit: Int = 1_000
    ) throws -> [FeatureSummary] {
        try summaries(
            "position(\(text.storable.lowercased()) IN name) > 0 AND name > \(name.storable)", limit: limit)
    }

    /// One feature as a list shows it.
    package func summary(of name: String) throws -> FeatureSummary? {
        guard FeatureName.isValid(name) else { return nil }
        return try summaries("name = \(name)", limit: 1).first
    }

    private func summaries(_ condition: SQL, limit: Int) throws -> [FeatureSummary] {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            let rows = try connection.query(
                """
                SELECT feature.id, name, feature.kind, live_release, feature.author_id, feature.author_name,
                    feature.created_at, coalesce(head.number, 0) AS head, coalesce(head.valid, true) AS head_valid,
                    head.created_at AS saved_at, coalesce(release_item.switched_off, '{}') AS switched_off,
                    release.created_at AS released_at
                FROM feature
                LEFT JOIN LATERAL (
                    SELECT number, valid, created_at FROM revision WHERE feature_id = feature.id
                    ORDER BY number DESC LIMIT 1
                ) head ON true
                LEFT JOIN release_item ON release = live_release AND feature_id = feature.id
                LEFT JOIN release ON release.number = live_release
                WHERE \(condition)
                ORDER BY name LIMIT \(limit)
                """)
            let ids = try rows.map { try $0["id", as: Int.self] }
            let rules = try RuleTables.live(of: ids, on: connection)
            return try rows.map { try Self.summary($0, rules: rules) }
        }
    }

    private static func summary(_ row: Row, rules: [Int: [Rule]]) throws -> FeatureSummary {
        let feature = try feature(row)
        return FeatureSummary(
            feature: feature, headRevision: try row["head", as: Int.self],
            headIsValid: try row["head_valid", as: Bool.self], headSavedAt: try row["saved_at", as: Date?.self],
            rules: rules[feature.id] ?? [], switchedOff: try row["switched_off", as: [String].self],
            lastReleaseAt: try row["released_at", as: Date?.self])
    }

    static func feature(named name: String, on connection: Connection) throws -> Feature? {
        guard FeatureName.isValid(name) else { return nil }
        return try connection.query(
            """
            SELECT id, name, kind, live_release, author_id, author_name, created_at FROM feature WHERE name = \(name)
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

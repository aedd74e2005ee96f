import JSONText
import PostgreSQL
import SchemaRepository

/// The stored references of revisions, by which the documents that refer to a feature are found.
enum ReferenceIndex {
    /// The maximum number of references stored for one revision.
    static let maximumNames = 10_000

    /// Stores the references of a revision, the first one of each name.
    static func store(
        _ references: [DocumentReference], of revision: Int, _ feature: Int, on connection: Connection
    ) throws {
        try connection.execute(
            """
            INSERT INTO revision_reference_list (feature_id, revision) VALUES (\(feature), \(revision))
            ON CONFLICT DO NOTHING
            """)
        var seen: Set<[String]> = []
        // No feature and no option list has an invalid name, so such references are not stored.
        let named = references.filter { FeatureName.isValid($0.name) && seen.insert([target($0), $0.name]).inserted }
            .prefix(maximumNames)
        guard !named.isEmpty else { return }
        try connection.execute(
            """
            INSERT INTO revision_reference (feature_id, revision, target, name, pointer, line)
            SELECT \(feature), \(revision), target, name, pointer, line::bigint
            FROM unnest(\(named.map(target)), \(named.map(\.name)), \(named.map(\.pointer.description.storable)),
                \(named.map { String($0.range.start.line) })) AS named (target, name, pointer, line)
            ON CONFLICT DO NOTHING
            """)
    }

    /// Stores the references of live and newest revisions that were saved before references were stored; at most
    /// `limit` revisions. Returns the number of revisions.
    static func storeOlder(limit: Int, by repository: SchemaRepository, on connection: Connection) throws -> Int {
        let rows = try connection.query(
            """
            SELECT feature.id, kind, revision.number, bytes FROM feature
            JOIN LATERAL (
                SELECT max(number) AS number FROM revision WHERE feature_id = feature.id
                UNION SELECT revision FROM rule WHERE feature_id = feature.id AND release = live_release
            ) AS wanted ON true
            JOIN revision ON revision.feature_id = feature.id AND revision.number = wanted.number
            JOIN content ON content.hash = content_hash
            WHERE NOT EXISTS (
                SELECT FROM revision_reference_list AS list
                WHERE list.feature_id = feature.id AND list.revision = revision.number
            )
            LIMIT \(limit)
            """)
        for row in rows {
            let bytes = try row["bytes", as: [UInt8].self]
            let kind = repository.kind(named: try row["kind", as: String.self])
            let document = try? JSONDocument(parsing: bytes, limits: .console)
            var references: [DocumentReference] = []
            if let kind, let document { references = repository.references(in: document, kind: kind) }
            try store(
                references, of: row["number", as: Int.self], row["id", as: Int.self], on: connection)
        }
        return rows.count
    }

    /// Returns the live and newest revisions that refer to a feature, in order of their features' names, newest
    /// revision first; at most `limit`. If a platform is given, returns only the revisions that are live on it,
    /// according to `live`.
    static func uses(
        of name: String, liveOn platform: String? = nil, live: LiveRules = .now, limit: Int, on connection: Connection
    ) throws -> [FeatureUse] {
        try connection.query(
            """
            SELECT feature.name, used.name AS written, kind, used.revision, pointer, line, newest, live
            FROM revision_reference AS used
            JOIN feature ON feature.id = used.feature_id,
            LATERAL (
                SELECT used.revision = (SELECT max(number) FROM revision WHERE feature_id = feature.id) AS newest,
                    EXISTS (
                        SELECT FROM (\(live.rules(of: "feature.id"))) AS rule
                        WHERE rule.revision = used.revision AND NOT is_off
                            AND rule.platform = coalesce(\(platform), rule.platform)
                    ) AS live
            ) AS state
            WHERE target = 'feature' AND used.name = ANY (
                ARRAY(SELECT name FROM \(live.names) AS named WHERE feature_id = (\(FeatureStore.id(of: name)))) || \(name))
                AND (live OR newest AND \(platform)::text IS NULL)
            ORDER BY feature.name, used.revision DESC
            LIMIT \(limit)
            """
        ).map { row in
            FeatureUse(
                feature: try row["name", as: String.self], name: try row["written", as: String.self],
                kind: try row["kind", as: String.self], revision: try row["revision", as: Int.self],
                isLive: try row["live", as: Bool.self], isNewest: try row["newest", as: Bool.self],
                pointer: try row["pointer", as: String.self], line: try row["line", as: Int.self])
        }
    }

    private static func target(_ reference: DocumentReference) -> String {
        reference.target == .optionList ? "option-list" : "feature"
    }
}

import Foundation
import JSONText
package import PostgreSQL
import SchemaRepository

/// Stores revisions, one for each text saved for a feature.
package struct RevisionStore: Sendable {
    /// The maximum length of a note in Unicode scalars.
    package static let maximumNoteLength = 2_000

    let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore

    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.pool = pool
        self.schemaReleases = schemaReleases
    }

    /// Returns true if a text is short enough for a note.
    package static func isNote(_ text: String) -> Bool { text.unicodeScalars.count <= maximumNoteLength }

    /// Saves a text, valid or not, with the result of checking it against the current schemas. `expectedHead` is the
    /// newest revision that the person saw, 0 for none; if another one is newest, nothing is saved. Nil skips this
    /// comparison. `revisionName` is a name for the revision, empty for none.
    package func save(
        feature name: String, bytes: [UInt8], note: String = "", revisionName: String = "", by actor: Actor,
        expectedHead: Int? = nil
    ) throws -> SaveOutcome {
        guard Self.isNote(note) else { return .noteTooLong }
        guard Self.isName(revisionName) else { return .invalidName }
        guard let schemas = try schemaReleases.currentRepository() else { return .noSchemas }
        guard let feature = try pool.withConnection({ try FeatureStore.feature(named: name, on: $0) }) else {
            return .noSuchFeature
        }
        // Checking a large text takes a while, so it happens before the feature is locked.
        let checked = schemas.repository.check(
            bytes, kind: schemas.repository.kind(named: feature.kind), work: .patient)
        let references = schemas.repository.references(in: checked)
        let report = try ValidationReport(checked.diagnostics).json()
        return try pool.transaction { connection in
            try connection.execute("SELECT FROM feature WHERE id = \(feature.id) FOR NO KEY UPDATE")
            let head = try Self.head(of: feature, on: connection)
            if let expectedHead, expectedHead != head?.number ?? 0 { return .headMoved(head) }
            let hash = try ContentStore.store(bytes, on: connection)
            if let head, head.hash == hash, head.schemaRelease == schemas.release.number { return .unchanged(head) }
            let number = (head?.number ?? 0) + 1
            try connection.execute(
                """
                INSERT INTO revision (feature_id, number, parent, content_hash, schema_release, valid, report, note,
                    author_id, author_name)
                VALUES (\(feature.id), \(number), \(head?.number), decode(\(hash), 'hex'),
                    \(schemas.release.number), \(checked.isValid), \(report)::json, \(note.storable),
                    \(actor.accountID), \(actor.name.storable))
                """)
            try ReferenceIndex.store(references, of: number, feature.id, on: connection)
            if !revisionName.isEmpty {
                try Self.name(number, of: feature, as: revisionName, by: actor, on: connection)
            }
            guard let saved = try Self.revision(number, of: feature, on: connection) else { throw MissingRow() }
            try AuditStore.append(
                .revisionSaved, of: feature.name, by: actor,
                ["revision": .number(number), "hash": .text(hash), "valid": .boolean(checked.isValid)], on: connection)
            return .saved(saved)
        }
    }

    /// Returns one revision with its bytes and report, or nil.
    package func revision(of name: String, number: Int) throws -> Revision? {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { return nil }
            return try Self.revision(number, of: feature, on: connection)
        }
    }

    /// Returns one revision of a feature that was read before, even if the feature got another name meanwhile; with its
    /// bytes and report, or nil.
    package func revision(of feature: Feature, number: Int) throws -> Revision? {
        try pool.withConnection { try Self.revision(number, of: feature, on: $0) }
    }

    /// Returns the newest revision with its bytes and report, or nil.
    package func head(of name: String) throws -> Revision? {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { return nil }
            return try Self.head(of: feature, on: connection)
        }
    }

    /// Returns the newest revision saved before the time of an audit event, or nil.
    package func head(of name: String, beforeEvent number: Int) throws -> Revision? {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { return nil }
            // The time is compared, because events contain the names of features: a feature may have been renamed, and
            // another one may have its former name now.
            let revision =
                try connection.query(
                    """
                    SELECT max(number) AS head FROM revision
                    WHERE feature_id = \(feature.id)
                        AND created_at < (SELECT at FROM audit_event WHERE audit_event.number = \(number))
                    """
                ).map { try $0["head", as: Int?.self] }.first ?? nil
            return try revision.flatMap { try Self.revision($0, of: feature, on: connection) }
        }
    }

    /// Returns up to `limit` revisions without bytes and reports, newest first; if `number` is given, only those with a
    /// lower number.
    package func revisions(of name: String, before number: Int? = nil, limit: Int = 100) throws -> [Revision] {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: name, on: connection) else { return [] }
            return try connection.query(
                """
                SELECT number, parent, encode(content_hash, 'hex') AS hash, octet_length(bytes) AS size,
                    '\\x'::bytea AS bytes, schema_release, valid, '{"diagnostics":[]}' AS report, note, \(Self.nameColumn),
                    author_id, author_name, created_at
                FROM revision JOIN content ON content.hash = content_hash
                WHERE feature_id = \(feature.id) AND number < \(number ?? Int.max)
                ORDER BY number DESC LIMIT \(limit)
                """
            ).map { try Self.revision($0, of: feature) }
        }
    }

    static func revision(_ number: Int, of feature: Feature, on connection: Connection) throws -> Revision? {
        try connection.query(
            """
            SELECT number, parent, encode(content_hash, 'hex') AS hash, octet_length(bytes) AS size, bytes,
                schema_release, valid, report::text AS report, note, \(nameColumn), author_id, author_name, created_at
            FROM revision JOIN content ON content.hash = content_hash
            WHERE feature_id = \(feature.id) AND number = \(number)
            """
        ).map { try revision($0, of: feature) }.first
    }

    private static func head(of feature: Feature, on connection: Connection) throws -> Revision? {
        let number =
            try connection.query("SELECT max(number) AS head FROM revision WHERE feature_id = \(feature.id)")
            .map { try $0["head", as: Int?.self] }.first ?? nil
        return try number.flatMap { try revision($0, of: feature, on: connection) }
    }

    private static func revision(_ row: Row, of feature: Feature) throws -> Revision {
        Revision(
            feature: feature.name, number: try row["number", as: Int.self], parent: try row["parent", as: Int?.self],
            hash: try row["hash", as: String.self], size: try row["size", as: Int.self],
            bytes: try row["bytes", as: [UInt8].self], schemaRelease: try row["schema_release", as: Int.self],
            isValid: try row["valid", as: Bool.self],
            diagnostics: try ValidationReport(json: row["report", as: String.self]).diagnostics,
            note: try row["note", as: String.self], name: try row["name", as: String.self], author: try Actor(row),
            createdAt: try row["created_at", as: Date.self])
    }
}

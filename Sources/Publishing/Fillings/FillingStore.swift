import Foundation
import JSONText
package import PostgreSQL
import SchemaRepository

/// Stores test data. It is never changed; of data with the same name, the newest is valid.
package struct FillingStore: Sendable {
    /// The kinds (`x-kind`) whose documents people fill in.
    package static let fillable: Set<String> = ["form", "questionnaire"]

    private let pool: ConnectionPool
    private let schemaReleases: SchemaReleaseStore

    package init(pool: ConnectionPool, schemaReleases: SchemaReleaseStore) {
        self.pool = pool
        self.schemaReleases = schemaReleases
    }

    /// Saves data under a name; older data with that name is kept but no longer returned.
    package func save(
        _ bytes: [UInt8], as name: String, of featureName: String, by actor: Actor
    ) throws -> SaveFillingOutcome {
        guard Self.isValid(name) else { return .invalidName }
        let diagnostics = Self.diagnostics(of: bytes)
        guard diagnostics.isEmpty else { return .invalid(diagnostics) }
        let data = String(
            decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
        let repository = try schemaReleases.currentRepository()?.repository
        return try pool.transaction { connection in
            guard let feature = try FeatureStore.feature(named: featureName, on: connection) else {
                return .noSuchFeature
            }
            guard let kind = repository?.kind(named: feature.kind)?.kind, Self.fillable.contains(kind) else {
                return .notFillable
            }
            // Concurrent saves wait here.
            try connection.execute("SELECT FROM feature WHERE id = \(feature.id) FOR NO KEY UPDATE")
            if let newest = try Self.newest(name, of: feature, on: connection),
                newest.data.utf8.elementsEqual(data.utf8)
            {
                return .unchanged(newest)
            }
            try connection.execute(
                """
                INSERT INTO filling (feature_id, name, data, author_id, author_name)
                VALUES (\(feature.id), \(name), \(data)::json, \(actor.accountID), \(actor.name.storable))
                """)
            guard let saved = try Self.newest(name, of: feature, on: connection) else { throw MissingRow() }
            try AuditStore.append(
                .fillingSaved, of: feature.name, by: actor,
                ["name": .text(name), "bytes": .number(data.utf8.count)], on: connection)
            return .saved(saved)
        }
    }

    /// Returns the newest test data with a name, or nil.
    package func filling(named name: String, of featureName: String) throws -> Filling? {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: featureName, on: connection) else { return nil }
            return try Self.newest(name.storable, of: feature, on: connection)
        }
    }

    /// Returns the newest test data of each name, sorted by name, without the data itself.
    package func fillings(of featureName: String) throws -> [Filling] {
        try pool.withConnection { connection in
            guard let feature = try FeatureStore.feature(named: featureName, on: connection) else { return [] }
            return try connection.query(
                """
                SELECT DISTINCT ON (name) name, '' AS data, author_id, author_name, created_at FROM filling
                WHERE feature_id = \(feature.id) ORDER BY name, id DESC
                """
            ).map { try Self.filling($0, of: feature) }
        }
    }

    private static func isValid(_ name: String) -> Bool {
        (1...Filling.maximumNameLength).contains(name.unicodeScalars.count)
            && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
            && name == name.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func diagnostics(of bytes: [UInt8]) -> [Diagnostic] {
        do {
            let document = try JSONDocument(parsing: bytes, limits: JSONLimits(maximumBytes: Filling.maximumBytes))
            if document.root.kind == .object { return [] }
            return [
                Diagnostic(
                    severity: .error, code: "document.not-an-object",
                    message: "Test data must be an object with the values of fields, not \(document.root.kind.words).",
                    pointer: JSONPointer(), range: document.range(of: document.root))
            ]
        } catch let errors {
            let lines = LineTable(bytes)
            return errors.errors.map { $0.diagnostic(lines: lines) }
        }
    }

    private static func newest(_ name: String, of feature: Feature, on connection: Connection) throws -> Filling? {
        try connection.query(
            """
            SELECT name, data, author_id, author_name, created_at FROM filling
            WHERE feature_id = \(feature.id) AND name = \(name) ORDER BY id DESC LIMIT 1
            """
        ).map { try filling($0, of: feature) }.first
    }

    private static func filling(_ row: Row, of feature: Feature) throws -> Filling {
        Filling(
            feature: feature.name, name: try row["name", as: String.self], data: try row["data", as: String.self],
            author: try Actor(row), createdAt: try row["created_at", as: Date.self])
    }
}

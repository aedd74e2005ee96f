import Foundation
import PostgreSQL
import SchemaRepository

/// The table `client_registration`.
enum ClientTable {
    /// Returns the valid registrations that meet an SQL condition: of each build the newest one, unless that is a
    /// withdrawal. They are in the order of the platforms in the console; of each platform, the highest version first.
    static func valid(_ condition: SQL = "true", on connection: Connection) throws -> [ClientRegistration] {
        try connection.query(
            """
            SELECT \(columns) FROM (
                SELECT DISTINCT ON (platform, version_key) * FROM client_registration
                ORDER BY platform, version_key, number DESC) registration
            JOIN platform ON platform.name = registration.platform
            WHERE file_hash IS NOT NULL AND \(condition)
            ORDER BY position, version_key DESC
            """
        ).map(registration)
    }

    /// Returns up to `limit` registrations and withdrawals of one build, newest first.
    static func history(
        of platform: String, _ version: ClientVersion, limit: Int, on connection: Connection
    ) throws -> [ClientRegistration] {
        try connection.query(
            """
            SELECT \(columns) FROM client_registration registration
            WHERE platform = \(platform.storable) AND version_key = \(version.sortKey)
            ORDER BY number DESC LIMIT \(limit)
            """
        ).map(registration)
    }

    private static let columns: SQL = """
        registration.number, registration.platform, version, build, schema_release, encode(file_hash, 'hex') AS file_hash,
        encode(lists_hash, 'hex') AS lists_hash, author_id, author_name, created_at
        """

    private static func registration(_ row: Row) throws -> ClientRegistration {
        ClientRegistration(
            number: try row["number", as: Int.self], platform: try row["platform", as: String.self],
            version: try ClientVersion(try row["version", as: String.self]),
            build: try row["build", as: String?.self], schemaRelease: try row["schema_release", as: Int.self],
            fileHash: try row["file_hash", as: String?.self], listsHash: try row["lists_hash", as: String?.self],
            author: try Actor(row), createdAt: try row["created_at", as: Date.self])
    }
}

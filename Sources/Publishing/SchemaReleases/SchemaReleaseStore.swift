import DocumentKinds
import Foundation
package import PostgreSQL
package import SchemaRepository
import Synchronization

/// Stores schema releases and compiles their repositories.
package struct SchemaReleaseStore: Sendable {
    let pool: ConnectionPool
    let lists: ClientLists
    let compiled = CompiledRepositories()

    package init(pool: ConnectionPool) { self.init(pool: pool, lists: ClientLists()) }

    init(pool: ConnectionPool, lists: ClientLists) { (self.pool, self.lists) = (pool, lists) }

    /// Stores a repository and makes it the current schema release without a proposal, as at the first start. If the
    /// repository equals that of the current schema release, returns the current release.
    @discardableResult
    package func adopt(_ repository: SchemaRepository, by actor: Actor) throws -> SchemaRelease {
        let release = try pool.transaction { connection in
            try Self.lock(on: connection)
            let current = try Self.current(on: connection)
            if let current, current.hash == repository.hash { return current }
            let release =
                try Self.release(withHash: repository.hash, on: connection)
                ?? Self.store(repository, by: actor, on: connection)
            _ = try Self.append(release, after: current, by: actor, on: connection)
            return release
        }
        // The repository is cached, so that the first request need not compile it again.
        compiled[release.number] = repository
        return release
    }

    /// Returns the current schema release, against which new revisions are checked; nil before the first import.
    package func current() throws -> SchemaRelease? {
        try pool.withConnection { try Self.current(on: $0) }
    }

    /// Returns up to `limit` schema releases, newest first, by default all; optionally only those before a number.
    package func list(before number: Int? = nil, limit: Int = .max) throws -> [SchemaRelease] {
        try pool.withConnection { connection in
            try connection.query(
                """
                SELECT number, hash, author_id, author_name, created_at FROM schema_release
                WHERE number < \(number ?? Int.max) ORDER BY number DESC LIMIT \(limit)
                """
            ).map(Self.release)
        }
    }

    /// Returns the compiled repository of a schema release, or nil if there is no such release.
    package func repository(of number: Int) throws -> SchemaRepository? {
        if let repository = compiled[number] { return repository }
        return try pool.withConnection { try repository(of: number, on: $0) }
    }

    /// Returns the current schema release with its compiled repository; nil before the first import.
    package func currentRepository() throws -> (release: SchemaRelease, repository: SchemaRepository)? {
        try pool.withConnection { try currentRepository(on: $0) }
    }

    /// Returns the same as `currentRepository()`, on a connection.
    func currentRepository(
        on connection: Connection
    ) throws -> (release: SchemaRelease, repository: SchemaRepository)? {
        guard let release = try Self.current(on: connection),
            let repository = try repository(of: release.number, on: connection)
        else { return nil }
        return (release, repository)
    }

    /// Returns the schema release with a content hash, and its compiled repository; nil if there is no such release.
    func repository(
        withHash hash: String, on connection: Connection
    ) throws -> (release: SchemaRelease, repository: SchemaRepository)? {
        guard let release = try Self.release(withHash: hash, on: connection),
            let repository = try repository(of: release.number, on: connection)
        else { return nil }
        return (release, repository)
    }

    func repository(of number: Int, on connection: Connection) throws -> SchemaRepository? {
        if let repository = compiled[number] { return repository }
        let documents = try connection.query(
            """
            SELECT path, bytes FROM schema_document JOIN content ON content.hash = schema_document.content_hash
            WHERE schema_release = \(number) ORDER BY path COLLATE "C"
            """
        ).map { RepositoryFile(path: try $0["path", as: String.self], bytes: try $0["bytes", as: [UInt8].self]) }
        guard !documents.isEmpty else { return nil }
        let repository = try SchemaRepository(documents: documents)
        compiled[number] = repository
        return repository
    }

    static func current(on connection: Connection) throws -> SchemaRelease? {
        try connection.query(
            """
            SELECT schema_release.number, hash, schema_release.author_id, schema_release.author_name,
                schema_release.created_at
            FROM schema_adoption JOIN schema_release ON schema_release.number = schema_adoption.schema_release
            ORDER BY schema_adoption.number DESC LIMIT 1
            """
        ).map(release).first
    }

    static func release(withHash hash: String, on connection: Connection) throws -> SchemaRelease? {
        try connection.query(
            "SELECT number, hash, author_id, author_name, created_at FROM schema_release WHERE hash = \(hash)"
        ).map(release).first
    }

    static func store(
        _ repository: SchemaRepository, by actor: Actor, on connection: Connection
    ) throws -> SchemaRelease {
        let rows = try connection.query(
            """
            INSERT INTO schema_release (number, hash, author_id, author_name)
            SELECT coalesce(max(number), 0) + 1, \(repository.hash), \(actor.accountID), \(actor.name.storable)
            FROM schema_release
            RETURNING number, hash, author_id, author_name, created_at
            """)
        guard let release = try rows.map(release).first else { throw MissingRow() }
        for document in repository.documents {
            let hash = try ContentStore.store(document.bytes, on: connection)
            try connection.execute(
                """
                INSERT INTO schema_document (schema_release, path, content_hash)
                VALUES (\(release.number), \(document.path), decode(\(hash), 'hex'))
                """)
        }
        return release
    }

    static func release(_ row: Row) throws -> SchemaRelease {
        SchemaRelease(
            number: try row["number", as: Int.self], hash: try row["hash", as: String.self],
            author: try Actor(row), createdAt: try row["created_at", as: Date.self])
    }
}

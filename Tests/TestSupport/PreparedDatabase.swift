package import PostgreSQL
import Synchronization

/// A database with the rows that many tests begin with. The first test creates it; each test gets a copy.
///
///     static let database = PreparedDatabase { pool in … }
///     let copy = try database.copy()
package final class PreparedDatabase: Sendable {
    private let template: Mutex<Result<String, any Error>?>
    private let prepare: @Sendable (ConnectionPool) throws -> Void

    /// Creates the database when a test first needs it. `prepare` writes the rows; it must return all connections to
    /// the pool.
    package init(_ prepare: @escaping @Sendable (ConnectionPool) throws -> Void) {
        template = Mutex(nil)
        self.prepare = prepare
    }

    /// Returns a new database with the rows; throws if `prepare` failed.
    package func copy() throws -> TestDatabase {
        let template = template.withLock { template in
            let made = template ?? Result { try make() }
            template = made
            return made
        }
        return try TestDatabase.make(copying: template.get())
    }

    private func make() throws -> String {
        let database = try TestDatabase.make()
        try prepare(database.pool)
        // PostgreSQL does not copy a database that has connections.
        database.pool.closeIdle()
        return database.name
    }
}

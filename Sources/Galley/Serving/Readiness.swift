import PostgreSQL
import Publishing

/// Checks that the database answers, is migrated and has schemas.
struct Readiness: Sendable {
    let pool: ConnectionPool
    let stores: Stores
    let migrator: Migrator

    /// Returns true if the console can work; false also if the database does not answer.
    @Sendable func check() -> Bool {
        do {
            return try pool.withConnection { try migrator.pendingNames($0) }.isEmpty
                && stores.schemaReleases.current() != nil
        } catch {
            return false
        }
    }
}

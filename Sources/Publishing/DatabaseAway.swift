import PostgreSQL

/// Returns true if an error means that the database is unavailable, not that the request was wrong.
package func isDatabaseAway(_ error: any Error) -> Bool { (error as? PostgreSQLError)?.isAway ?? false }

/// Returns true if an error means that a change waited too long for the locks of another change, so that it may succeed
/// later.
package func isChangeWaiting(_ error: any Error) -> Bool {
    (error as? PostgreSQLError)?.sqlState == .lockNotAvailable
}

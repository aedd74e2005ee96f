import PostgreSQL

/// Returns true if an error means that the database is unavailable, not that the request was wrong.
package func isDatabaseAway(_ error: any Error) -> Bool { (error as? PostgreSQLError)?.isAway ?? false }

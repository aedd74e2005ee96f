import PostgreSQL

/// True if an error says that the database cannot be used now, not that something was wrong with what was asked.
package func isDatabaseAway(_ error: any Error) -> Bool { (error as? PostgreSQLError)?.isAway ?? false }

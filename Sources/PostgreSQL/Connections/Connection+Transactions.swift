import CLibPQ

/// What a transaction sees of others (PostgreSQL manual, 13.2).
package enum Isolation: String, Sendable {
    case readCommitted = "READ COMMITTED"
    case repeatableRead = "REPEATABLE READ"
    case serializable = "SERIALIZABLE"
}

extension Connection {
    /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
    ///
    /// Throws what `body` throws, or a `PostgreSQLError`; when that one's `isCommitUnknown` is true, the connection was
    /// lost while committing, and only a query can tell whether the transaction took effect.
    @discardableResult
    package func transaction<Value>(
        isolation: Isolation = .readCommitted, readOnly: Bool = false, _ body: (Connection) throws -> Value
    ) throws -> Value {
        guard !isInTransaction else {
            throw PostgreSQLError(kind: .usage, message: "a transaction is already open on this connection")
        }
        try runScript("BEGIN ISOLATION LEVEL \(isolation.rawValue) \(readOnly ? "READ ONLY" : "READ WRITE")")
        let value: Value
        do {
            value = try body(self)
        } catch {
            rollBack()
            throw error
        }
        try commit()
        return value
    }

    private func commit() throws(PostgreSQLError) {
        isCommitting = true
        defer { isCommitting = false }
        let command: String
        do {
            command = try runScript("COMMIT").command
        } catch {
            // A deferred constraint or a conflict found at the end: the server has rolled back already.
            if isInTransaction { rollBack() }
            throw error
        }
        guard command == "COMMIT" else {
            throw PostgreSQLError(
                kind: .server, message: "the transaction was rolled back, because a statement in it had failed",
                sqlState: .failedTransaction)
        }
    }

    /// Rolls back; a connection that cannot is closed, which has the server do it.
    func rollBack() {
        do { try runScript("ROLLBACK") } catch { close() }
    }
}

import CLibPQ

/// The isolation level of a transaction (PostgreSQL manual, 13.2).
package enum Isolation: String, Sendable {
    case readCommitted = "READ COMMITTED"
    case repeatableRead = "REPEATABLE READ"
}

extension Connection {
    /// Runs `body` in a transaction: commits when it returns, rolls back when it throws. A wait for a lock ends before
    /// the deadline that the connection has when the transaction begins.
    ///
    /// Throws the error of `body`, or a `PostgreSQLError`. If its `isCommitUnknown` is true, the commit was sent, but
    /// the answer or the confirmation by a synchronous standby is missing; only a query can tell whether the
    /// transaction took effect.
    @discardableResult
    package func transaction<Value>(
        isolation: Isolation = .readCommitted, readOnly: Bool = false, _ body: (Connection) throws -> Value
    ) throws -> Value {
        guard !isInTransaction else {
            throw PostgreSQLError(kind: .usage, message: "a transaction is already open on this connection")
        }
        let begin = "BEGIN ISOLATION LEVEL \(isolation.rawValue) \(readOnly ? "READ ONLY" : "READ WRITE")"
        try runScript([begin, lockSetting].compactMap(\.self).joined(separator: "; "))
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
            // If the server refused the commit, for example because of a deferred constraint, it has rolled back
            // already.
            if isInTransaction { rollBack() }
            throw error
        }
        guard command == "COMMIT" else {
            throw PostgreSQLError(
                kind: .server, message: "the transaction was rolled back, because a statement in it had failed",
                sqlState: .failedTransaction)
        }
    }

    /// Rolls back the open transaction; if that fails, closes the connection, which makes the server roll back.
    func rollBack() {
        do { try runScript("ROLLBACK") } catch { close() }
    }
}

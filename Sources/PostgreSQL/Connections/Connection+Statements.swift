import CLibPQ
import Foundation

extension Connection {
    /// Runs a statement and returns its rows.
    package func query(_ sql: SQL) throws(PostgreSQLError) -> Rows {
        let result = try run(sql)
        return Rows(storage: RowStorage(result))
    }

    /// Runs a statement and returns the number of rows it inserted, updated, deleted or selected.
    @discardableResult
    package func execute(_ sql: SQL) throws(PostgreSQLError) -> Int {
        try run(sql).affectedRows
    }

    /// Runs a statement with its bindings.
    func run(_ sql: SQL) throws(PostgreSQLError) -> StatementResult {
        let (text, bindings) = sql.statement
        return try perform { handle in ParameterBuffer(bindings).send(text, to: handle) }
    }

    /// Runs several statements without bindings and returns the last one's result.
    ///
    /// Outside a transaction they are atomic: all take effect or none.
    @discardableResult
    func runScript(_ text: String) throws(PostgreSQLError) -> StatementResult {
        try perform { handle in PQsendQuery(handle, text) }
    }

    private func perform(_ send: (OpaquePointer) -> Int32) throws(PostgreSQLError) -> StatementResult {
        let handle = try usable()
        let deadline = Deadline(in: deadline)
        // Outside a transaction the server commits each statement.
        let commits = isCommitting || PQtransactionStatus(handle) == PQTRANS_IDLE
        notices.isUnconfirmed = false
        guard send(handle) == 1 else {
            throw PostgreSQLError(kind: isBroken ? .connectionLost : .usage, message: message(handle))
        }
        try flush(handle, by: deadline, commits: commits)
        let result = try receive(handle, by: deadline, commits: commits)
        if notices.isUnconfirmed {
            throw PostgreSQLError(
                kind: .unconfirmed, message: "the synchronous standby has not confirmed the transaction",
                isCommitUnknown: true)
        }
        return result
    }

    private func flush(_ handle: OpaquePointer, by deadline: Deadline, commits: Bool) throws(PostgreSQLError) {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                // The server may read no further until its own output has been read, so both directions are served.
                guard deadline.wait(for: Int32(POLLIN | POLLOUT), on: PQsocket(handle)) else {
                    throw timeout(isCommitUnknown: commits)
                }
                guard PQconsumeInput(handle) == 1 else { throw lost(handle, isCommitUnknown: commits) }
            default: throw lost(handle, isCommitUnknown: commits)
            }
        }
    }

    /// Reads every result of the statement; throws the first error or returns the last success.
    private func receive(
        _ handle: OpaquePointer, by deadline: Deadline, commits: Bool
    ) throws(PostgreSQLError) -> StatementResult {
        var kept: StatementResult?
        var failure: PostgreSQLError?
        while true {
            while PQisBusy(handle) == 1 {
                guard deadline.wait(for: Int32(POLLIN), on: PQsocket(handle)) else {
                    throw timeout(isCommitUnknown: commits)
                }
                guard PQconsumeInput(handle) == 1 else { break }
            }
            guard let next = PQgetResult(handle) else { break }
            let result = StatementResult(owning: next)
            if result.isCopy {
                close()
                throw PostgreSQLError(kind: .usage, message: "COPY is not supported")
            }
            if !result.isSuccess, failure == nil {
                failure = result.error(kind: .server, isCommitUnknown: false)
            }
            kept = consume result
        }
        if PQstatus(handle) != CONNECTION_OK {
            throw lost(handle, because: failure, isCommitUnknown: commits)
        }
        if let failure { throw failure }
        guard let result = kept.take() else {
            throw PostgreSQLError(kind: .usage, message: "the statement is empty")
        }
        return result
    }

    /// Closes the connection and returns the error for a deadline that has passed.
    private func timeout(isCommitUnknown: Bool) -> PostgreSQLError {
        close()
        return PostgreSQLError(
            kind: .timeout, message: "no answer within the deadline", isCommitUnknown: isCommitUnknown)
    }

    /// Closes the connection and returns the error for its loss.
    private func lost(
        _ handle: OpaquePointer, because failure: PostgreSQLError? = nil, isCommitUnknown: Bool
    ) -> PostgreSQLError {
        let error = PostgreSQLError(
            kind: .connectionLost, message: failure?.message ?? message(handle), sqlState: failure?.sqlState,
            isCommitUnknown: isCommitUnknown, detail: failure?.detail)
        close()
        return error
    }
}

import CLibPQ
import Foundation

/// A connection to a PostgreSQL server, used by one thread at a time.
///
/// Every statement ends by its deadline: if the server has not answered by then, the connection is closed and the call
/// throws an error of kind `.timeout`. A closed connection cannot be reopened.
package final class Connection {
    /// The maximum duration of one statement.
    package var deadline: Duration
    /// The deadline from which the session's `lock_timeout` was computed; a transaction with another deadline sets its
    /// own `lock_timeout`.
    private let sessionDeadline: Duration
    private(set) var handle: OpaquePointer?
    let notices = NoticeLog()
    /// True while the COMMIT of a transaction runs.
    var isCommitting = false

    /// Connects within `deadline`. The same `deadline` applies to each later statement, and to each of those that
    /// prepare the session here. Several hosts are tried in order, each for an equal share of `deadline`.
    ///
    /// libpq resolves host names without a time limit; addresses and socket directories need no resolution.
    package init(_ info: ConnectionInfo, deadline: Duration = .seconds(2)) throws(PostgreSQLError) {
        self.deadline = deadline
        sessionDeadline = deadline
        let alternatives = info.alternatives
        for (number, alternative) in alternatives.enumerated() {
            do throws(PostgreSQLError) {
                try connect(alternative, by: Deadline(in: deadline / alternatives.count))
                break
            } catch  where number < alternatives.count - 1 { continue }
        }
        try prepareSession()
    }

    deinit { close() }

    /// True if the connection was closed or lost.
    package var isBroken: Bool {
        guard let handle else { return true }
        return PQstatus(handle) != CONNECTION_OK
    }

    /// True if a transaction is open; also true while the connection is lost but not closed yet.
    package var isInTransaction: Bool {
        handle.map { PQtransactionStatus($0) != PQTRANS_IDLE } ?? false
    }

    /// The number of the server process of this connection; 0 when closed.
    package var serverProcessID: Int { handle.map { Int(PQbackendPID($0)) } ?? 0 }

    /// Closes the connection; a second call does nothing.
    package func close() {
        guard let handle else { return }
        PQfinish(handle)
        self.handle = nil
    }

    /// Runs `body` with another deadline for each statement in it.
    package func withDeadline<Value>(_ deadline: Duration, _ body: (Connection) throws -> Value) rethrows -> Value {
        let before = self.deadline
        self.deadline = deadline
        defer { self.deadline = before }
        return try body(self)
    }

    /// Returns libpq's handle of the connection; throws if the connection was closed or lost.
    func usable() throws(PostgreSQLError) -> OpaquePointer {
        guard let handle, PQstatus(handle) == CONNECTION_OK else {
            throw PostgreSQLError(kind: .connectionLost, message: "the connection is closed")
        }
        return handle
    }

    /// Returns libpq's last error message for the connection.
    func message(_ handle: OpaquePointer) -> String { String(cString: PQerrorMessage(handle)).trimmedLines }

    private static func begin(_ info: ConnectionInfo) -> OpaquePointer? {
        var parameters = info.parameters
        parameters["client_encoding"] = "UTF8"
        parameters["fallback_application_name"] = "galley"
        let pairs = parameters.sorted { $0.key < $1.key }
        return withCStrings(pairs.map(\.key)) { keywords in
            withCStrings(pairs.map(\.value)) { values in PQconnectStartParams(keywords, values, 0) }
        }
    }

    private func connect(_ info: ConnectionInfo, by deadline: Deadline) throws(PostgreSQLError) {
        guard let handle = Self.begin(info) else {
            throw PostgreSQLError(kind: .connectionFailed, message: "out of memory")
        }
        self.handle = handle
        notices.receive(from: handle)
        guard PQstatus(handle) != CONNECTION_BAD else { throw failure(handle) }
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else { throw failure(handle) }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard deadline.wait(for: Int32(events), on: PQsocket(handle)) else {
                close()
                throw PostgreSQLError(kind: .timeout, message: "no connection within the deadline")
            }
            state = PQconnectPoll(handle)
        }
        guard PQsetnonblocking(handle, 1) == 0 else { throw failure(handle) }
    }

    private func failure(_ handle: OpaquePointer) -> PostgreSQLError {
        let error = PostgreSQLError(kind: .connectionFailed, message: message(handle))
        close()
        return error
    }

    /// Makes the server end abandoned work by itself: statements whose client is gone, transactions whose client has
    /// sent nothing for 60 seconds, and waits for a lock that take most of the deadline. The end of a lock wait leaves
    /// the connection usable and has its own code (`SQLState.lockNotAvailable`), whereas a passed deadline closes the
    /// connection.
    private func prepareSession() throws(PostgreSQLError) {
        let settings =
            "SET idle_in_transaction_session_timeout = '60s'; SET lock_timeout = '\(lockPatience)ms'"
        do {
            try runScript("SET client_connection_check_interval = '1s'; \(settings)")
        } catch  where error.kind == .server {
            // Not every operating system of a server supports `client_connection_check_interval`; it is optional.
            try runScript(settings)
        }
    }

    /// The statement that sets the `lock_timeout` of a transaction; nil if the deadline is that of the session.
    var lockSetting: String? {
        deadline == sessionDeadline ? nil : "SET LOCAL lock_timeout = '\(lockPatience)ms'"
    }

    /// The maximum time to wait for a lock in milliseconds: four fifths of the deadline.
    private var lockPatience: Int64 {
        let (seconds, attoseconds) = (deadline * 4 / 5).components
        // In PostgreSQL, zero means no limit.
        return max(1, min(seconds, Self.longestWait) * 1_000 + attoseconds / 1_000_000_000_000_000)
    }

    /// The largest limit, in seconds, of a wait for a lock: `lock_timeout` holds 32 bits of milliseconds.
    private static let longestWait: Int64 = 1_000_000
}

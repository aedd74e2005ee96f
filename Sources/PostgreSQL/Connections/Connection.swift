import CLibPQ
import Foundation

/// A connection to a PostgreSQL server, used by one thread at a time.
///
/// Every call ends by its deadline: when the server has not answered by then, the connection is closed and the call
/// throws an error of kind `.timeout`. A closed connection is broken for good.
package final class Connection {
    /// How long one call may take.
    package var deadline: Duration
    private(set) var handle: OpaquePointer?
    let notices = NoticeLog()
    /// Whether the statement under way is the COMMIT of a transaction.
    var isCommitting = false

    /// Connects by the deadline, which each later call has too until it is changed. Of several hosts the first that
    /// answers is taken; each has its part of the time.
    ///
    /// Looking up a host's name is libpq's own and is not bounded; addresses and socket directories need none.
    package init(_ info: ConnectionInfo, deadline: Duration = .seconds(2)) throws(PostgreSQLError) {
        self.deadline = deadline
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

    /// Whether the connection has ended; what it was doing then has failed.
    package var isBroken: Bool {
        guard let handle else { return true }
        return PQstatus(handle) != CONNECTION_OK
    }

    /// Whether a transaction is open.
    package var isInTransaction: Bool {
        handle.map { PQtransactionStatus($0) != PQTRANS_IDLE } ?? false
    }

    /// The process that serves this connection in the server.
    package var serverProcessID: Int { handle.map { Int(PQbackendPID($0)) } ?? 0 }

    /// Ends the connection; a second call does nothing.
    package func close() {
        guard let handle else { return }
        PQfinish(handle)
        self.handle = nil
    }

    /// Gives each call within `body` another deadline.
    package func withDeadline<Value>(_ deadline: Duration, _ body: (Connection) throws -> Value) rethrows -> Value {
        let before = self.deadline
        self.deadline = deadline
        defer { self.deadline = before }
        return try body(self)
    }

    /// The connection, when it can be used.
    func usable() throws(PostgreSQLError) -> OpaquePointer {
        guard let handle, PQstatus(handle) == CONNECTION_OK else {
            throw PostgreSQLError(kind: .connectionLost, message: "the connection is closed")
        }
        return handle
    }

    /// libpq's last message.
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

    /// Has the server itself end what nobody waits for any more: a statement whose client is gone, and a transaction
    /// whose client is stuck.
    private func prepareSession() throws(PostgreSQLError) {
        do {
            try runScript(
                """
                SET client_connection_check_interval = '1s';
                SET idle_in_transaction_session_timeout = '60s'
                """)
        } catch  where error.kind == .server {
            // The first cannot be set where the server's system has no means for it; then it does without.
        }
    }
}

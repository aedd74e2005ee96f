import Dispatch
import Synchronization

/// Connections to one server, lent to one thread each.
///
/// At most `size` exist at once; who comes later waits. A connection that broke, or that the server closed while it was
/// idle, is replaced by a new one.
package final class ConnectionPool: Sendable {
    package let info: ConnectionInfo
    package let size: Int
    private let deadline: Duration
    private let patience: Duration
    private let permits: DispatchSemaphore
    private let idle = Mutex<[IdleConnection]>([])

    /// `deadline` is that of each call on a connection; `patience` how long to wait for one to become free.
    package init(
        _ info: ConnectionInfo, size: Int = 8, deadline: Duration = .seconds(2), patience: Duration = .seconds(2)
    ) {
        self.info = info
        self.size = max(1, size)
        self.deadline = deadline
        self.patience = patience
        permits = DispatchSemaphore(value: max(1, size))
    }

    /// Lends a connection to `body`, which must not keep it.
    ///
    /// Throws what `body` throws, or a `PostgreSQLError` when there is no connection to be had.
    @discardableResult
    package func withConnection<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        guard permits.wait(timeout: .now() + patience.dispatchInterval) == .success else {
            throw PostgreSQLError(kind: .poolExhausted, message: "all \(size) connections are in use")
        }
        defer { permits.signal() }
        let connection = try borrow()
        defer { giveBack(connection) }
        return try body(connection)
    }

    /// Runs `body` in a transaction, as `Connection.transaction` does.
    @discardableResult
    package func transaction<Value>(
        isolation: Isolation = .readCommitted, readOnly: Bool = false, _ body: (Connection) throws -> Value
    ) throws -> Value {
        try withConnection { connection in
            try connection.transaction(isolation: isolation, readOnly: readOnly, body)
        }
    }

    /// Closes the connections that are not lent.
    package func closeIdle() { idle.withLock { $0.removeAll() } }

    private func borrow() throws(PostgreSQLError) -> Connection {
        while let connection = idle.withLock({ $0.popLast()?.connection }) {
            if connection.isStillOpen() { return connection }
        }
        return try Connection(info, deadline: deadline)
    }

    private func giveBack(_ connection: Connection) {
        if connection.isInTransaction { connection.rollBack() }
        guard !connection.isBroken else { return connection.close() }
        connection.deadline = deadline
        let returned = IdleConnection(connection: connection)
        idle.withLock { $0.append(returned) }
    }
}

/// A connection that no thread uses: taken from the pool and given back under its lock.
private struct IdleConnection: @unchecked Sendable {
    let connection: Connection
}

extension Duration {
    /// The duration in whole microseconds, for Dispatch; at most eleven days.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        return .microseconds(Int(min(seconds, 1_000_000)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000))
    }
}

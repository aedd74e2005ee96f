import Dispatch
import Synchronization

/// A pool of connections to one server, each lent to one thread at a time.
///
/// At most `size` exist at once; further callers wait for a limited time. A connection that broke, or that the server
/// closed while idle, is replaced.
package final class ConnectionPool: Sendable {
    package let info: ConnectionInfo
    package let size: Int
    private let deadline: Duration
    private let patience: Duration
    private let permits: DispatchSemaphore
    private let idle = Mutex<[IdleConnection]>([])

    /// Creates a pool; `deadline` applies to each call on a connection, `patience` to the wait for a free connection.
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
    /// Throws the error of `body`, or a `PostgreSQLError` if no connection became free in time (kind `.poolExhausted`)
    /// or a new one cannot be opened.
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

    /// Runs `body` in a transaction, like `Connection.transaction`.
    @discardableResult
    package func transaction<Value>(
        isolation: Isolation = .readCommitted, readOnly: Bool = false, _ body: (Connection) throws -> Value
    ) throws -> Value {
        try withConnection { connection in
            try connection.transaction(isolation: isolation, readOnly: readOnly, body)
        }
    }

    /// Runs `body` until it succeeds, at most five times. Runs it again only if the server ended its transaction
    /// because of a deadlock, or if `isRepeatable` returns true for its error; throws any other error and that of the
    /// fifth run.
    package static func retrying<Value>(
        also isRepeatable: (any Error) -> Bool = { _ in false }, _ body: () throws -> Value
    ) throws -> Value {
        var attempts = 1
        while true {
            do { return try body() } catch {
                let isDeadlock = (error as? PostgreSQLError)?.sqlState == .deadlockDetected
                guard isDeadlock || isRepeatable(error), attempts < maximumAttempts else { throw error }
                attempts += 1
            }
        }
    }

    /// The maximum number of times that `retrying` runs a body.
    private static let maximumAttempts = 5

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

/// A connection that no thread uses; taken and returned under the pool's lock.
private struct IdleConnection: @unchecked Sendable {
    let connection: Connection
}

extension Duration {
    /// The duration in whole microseconds, for Dispatch; at most about eleven and a half days.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        return .microseconds(Int(min(seconds, 1_000_000)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000))
    }
}

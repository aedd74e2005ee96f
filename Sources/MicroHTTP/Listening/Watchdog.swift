internal import CMicroHTTPD
import Foundation
import Synchronization

/// Closes connections that pass their deadline, and those whose client sends no more requests. Only a handler's work has
/// no deadline.
///
/// The timeout of libmicrohttpd is not used: it restarts with every byte, so that one byte per second would keep a
/// connection open indefinitely.
final class Watchdog: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: ClientConnection] = [:]
        /// The number of open connections by address or network (`ClientConnection.subscriber`).
        var counts: [IPAddress: Int] = [:]
    }

    private let state = Mutex(State())
    private let isStopped = Atomic(false)
    /// The number of connections from which on a new one closes an idle one.
    private let crowd: Int
    /// The number of connections from which on a new one first waits for others to end.
    private let full: Int
    private let addressLimit: Int
    private let unlimited: [AddressBlock]

    /// Creates a watchdog for the connections of a listener.
    ///
    /// `limit`: The maximum number of connections; above three quarters of it, each new connection closes the one that
    /// has been idle longest.
    init(_ configuration: ListenerConfiguration, limit: Int? = nil) {
        crowd = limit.map { max(1, $0 * 3 / 4) } ?? .max
        full = limit.map { max(1, $0 * 7 / 8) } ?? .max
        addressLimit = configuration.addressConnectionLimit
        unlimited = configuration.unlimitedAddresses + configuration.trustedProxies
    }

    /// Returns true if an address may open another connection.
    ///
    /// From seven eighths of the limit on, it waits up to 50 ms for closing connections to end. At the limit, the
    /// library would refuse the new one.
    func admits(_ address: IPAddress?) -> Bool {
        let end = Monotonic.after(.milliseconds(50))
        while state.withLock({ $0.connections.count }) >= full, Monotonic.now() < end { usleep(1_000) }
        guard let address, !unlimited.contains(where: { $0.contains(address) }) else { return true }
        return state.withLock { $0.counts[address.subscriber, default: 0] < addressLimit }
    }

    /// Creates the object of a new connection, which the library keeps in `slot`, and watches it.
    func open(
        _ connection: OpaquePointer, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>, timeout: Duration
    ) {
        guard let info = galley_connection_info(connection, .CONNECTION_INFO_CONNECTION_FD) else { return }
        let opened = ClientConnection(
            descriptor: info.pointee.connect_fd, subscriber: ClientConnection.peer(of: connection)?.subscriber,
            deadline: Monotonic.after(timeout))
        slot.pointee = Unmanaged.passRetained(opened).toOpaque()
        state.withLock { state in
            if state.connections.count >= crowd { Self.closeIdle(among: state.connections.values) }
            state.connections[ObjectIdentifier(opened)] = opened
            if let subscriber = opened.subscriber { state.counts[subscriber, default: 0] += 1 }
        }
    }

    /// Removes a connection before its descriptor is closed, because the descriptor's number may be reused at once.
    func closed(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
        guard let context = slot.pointee else { return }
        let closed = Unmanaged<ClientConnection>.fromOpaque(context).takeRetainedValue()
        slot.pointee = nil
        closed.endReceiving()
        closed.limitRest()
        state.withLock { state in
            guard state.connections.removeValue(forKey: ObjectIdentifier(closed)) != nil,
                let subscriber = closed.subscriber, let count = state.counts[subscriber]
            else { return }
            state.counts[subscriber] = count > 1 ? count - 1 : nil
        }
    }

    /// Closes the connection that has been idle longest, so that active clients are served.
    private static func closeIdle(among connections: some Sequence<ClientConnection>) {
        var oldest: (connection: ClientConnection, deadline: UInt64)?
        for connection in connections where connection.isIdle {
            let deadline = connection.deadline.load(ordering: .relaxed)
            // With deadline 0 the connection is already being closed.
            if deadline != 0, deadline < oldest?.deadline ?? .max { oldest = (connection, deadline) }
        }
        guard let connection = oldest?.connection else { return }
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
        connection.close(at: 0)
    }

    /// Shuts down every connection whose deadline has passed, and those whose client sends no more requests
    /// (`ClientConnection.isHalfClosed`). What a client has not taken of its answer in time is dropped.
    func sweep(now: UInt64 = Monotonic.now()) {
        state.withLock { state in
            for connection in state.connections.values {
                let deadline = connection.deadline.load(ordering: .relaxed)
                guard deadline != 0, deadline <= now || connection.isHalfClosed() else { continue }
                if connection.isIdle {
                    // The kernel may still be sending the end of an answer.
                    shutdown(connection.descriptor, Int32(SHUT_RDWR))
                } else {
                    ClientConnection.reset(connection.descriptor)
                }
                connection.close(at: 0)
            }
        }
    }

    /// Starts a thread that sweeps four times a second until `stop`.
    func start() {
        let thread = Thread { [self] in
            while !isStopped.load(ordering: .relaxed) {
                sweep()
                Thread.sleep(forTimeInterval: 0.25)
            }
        }
        thread.name = "http watchdog"
        thread.start()
    }

    /// Lets every connection end after its current answer, without waiting; returns true if all have ended.
    func finishAll() -> Bool {
        state.withLock { state in
            for connection in state.connections.values { shutdown(connection.descriptor, Int32(SHUT_RD)) }
            return state.connections.isEmpty
        }
    }

    /// Waits until all connections have ended, at most for `patience`.
    func drain(patience: Duration) {
        let end = Monotonic.after(patience)
        while !finishAll(), Monotonic.now() < end { Thread.sleep(forTimeInterval: 0.005) }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }
}

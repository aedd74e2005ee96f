internal import CMicroHTTPD
import Foundation
import HTTPTypes
import Synchronization

/// Closes connections that pass their deadline, and those whose client sends no more requests; closes others to make
/// room for new connections and for bodies. Only a handler's work has no deadline.
///
/// The timeout of libmicrohttpd is not used: it restarts with every byte, so that one byte per second would keep a
/// connection open indefinitely.
final class Watchdog: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: ClientConnection] = [:]
        /// The connections that were closed to make room and have not ended yet.
        var closing: Set<ObjectIdentifier> = []
    }

    private let state = Mutex(State())
    private let isStopped = Atomic(false)
    /// From this number of connections on, a new one closes the connection that has waited for its client longest.
    private let crowd: Int
    /// From this number of connections on, a new one first waits briefly for closing ones to end.
    private let full: Int
    private let counts: AddressCounts
    private let addressLimit: Int
    private let unlimited: [AddressBlock]
    /// The time after the header fields in which no body counts as too slow, in nanoseconds.
    private let bodyGrace: UInt64
    private let defaultFields: HTTPFields

    /// Creates a watchdog for the connections of a listener.
    ///
    /// `limit`: The maximum number of connections; above three quarters of it, each new connection closes the one
    /// whose client has been waited for longest. `counts`: The connections of all watchdogs of the listener by address.
    init(_ configuration: ListenerConfiguration, limit: Int, counts: AddressCounts) {
        crowd = max(1, limit * 3 / 4)
        full = max(1, limit * 7 / 8)
        self.counts = counts
        addressLimit = configuration.addressConnectionLimit
        unlimited = configuration.unlimitedAddresses + configuration.trustedProxies
        bodyGrace = Monotonic.nanoseconds(configuration.bodyGrace)
        defaultFields = configuration.defaultFields
    }

    /// From seven eighths of the limit on, waits 5 ms if connections that were closed to make room have not ended yet.
    /// At the limit, the library would refuse a new one. Called only on a thread that does nothing but accept
    /// connections; the wait is short, because every new client waits for it.
    func awaitRoom() {
        let isClosing = state.withLock { $0.connections.count >= full && !$0.closing.isEmpty }
        if isClosing { usleep(Self.closingTime) }
    }

    /// The time that `awaitRoom` gives closed connections to end, in microseconds.
    private static let closingTime: UInt32 = 5_000

    /// Returns true if an address may open another connection; nil, an unknown address, always may.
    func admits(_ address: IPAddress?) -> Bool {
        guard let address, !unlimited.contains(where: { $0.contains(address) }) else { return true }
        return counts.count(of: address.subscriber) < addressLimit
    }

    /// Creates the object of a new connection, which the library keeps in `slot`, and watches it.
    func open(
        _ connection: OpaquePointer, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>, timeout: Duration
    ) {
        guard let info = galley_connection_info(connection, .CONNECTION_INFO_CONNECTION_FD) else { return }
        let opened = ClientConnection(
            descriptor: info.pointee.connect_fd, subscriber: ClientConnection.peer(of: connection)?.subscriber,
            defaultFields: defaultFields, deadline: Monotonic.after(timeout))
        slot.pointee = Unmanaged.passRetained(opened).toOpaque()
        state.withLock { state in
            if state.connections.count >= crowd, let waiting = Self.longestWaiting(among: state.connections.values) {
                shutdown(waiting.descriptor, Int32(SHUT_RDWR))
                waiting.close(at: 0)
                state.closing.insert(ObjectIdentifier(waiting))
            }
            state.connections[ObjectIdentifier(opened)] = opened
        }
        if let subscriber = opened.subscriber { counts.add(subscriber) }
    }

    /// Removes a connection before its descriptor is closed, because the descriptor's number may be reused at once.
    func closed(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
        guard let context = slot.pointee else { return }
        let closed = Unmanaged<ClientConnection>.fromOpaque(context).takeRetainedValue()
        slot.pointee = nil
        closed.endReceiving()
        closed.limitRest()
        let removed = state.withLock { state in
            state.closing.remove(ObjectIdentifier(closed))
            return state.connections.removeValue(forKey: ObjectIdentifier(closed))
        }
        if removed != nil, let subscriber = closed.subscriber { counts.remove(subscriber) }
    }

    /// Returns the connection whose client has been waited for longest, for header fields or for a body. It is closed
    /// so that other clients are served. Nil if the server waits for none.
    ///
    /// The deadlines do not show which connection this is: a new connection has an earlier deadline than an idle
    /// connection that has had a request.
    static func longestWaiting(among connections: some Sequence<ClientConnection>) -> ClientConnection? {
        var longest: (connection: ClientConnection, since: UInt64)?
        for connection in connections {
            let since = connection.waitingSince
            // With deadline 0 the connection is already being closed.
            guard since != 0, since < longest?.since ?? .max, connection.deadline.load(ordering: .relaxed) != 0 else {
                continue
            }
            longest = (connection, since)
        }
        return longest?.connection
    }

    /// Closes connections whose bodies arrive too slowly, the longest waiting first, until they free `bytes` bytes of
    /// the listener's budget or none is left; never closes the connection that needs the bytes. Returns true if some
    /// bytes become free, which takes milliseconds.
    ///
    /// Without this, a few clients that each stop in the middle of a body could use up the budget of everybody else.
    func closeSlowBodies(for bytes: Int, of needing: ClientConnection, now: UInt64 = Monotonic.now()) -> Bool {
        state.withLock { state in
            var freed = 0
            let others = state.connections.filter { key, connection in
                // With deadline 0 the connection is already being closed.
                key != ObjectIdentifier(needing) && connection.deadline.load(ordering: .relaxed) != 0
            }
            let slow = others.map { (connection: $1, bytes: $1.bytesOfSlowBody(at: now, grace: bodyGrace)) }
                .filter { $0.bytes > 0 }.sorted { $0.connection.waitingSince < $1.connection.waitingSince }
            for body in slow where freed < bytes {
                shutdown(body.connection.descriptor, Int32(SHUT_RDWR))
                body.connection.close(at: 0)
                state.closing.insert(ObjectIdentifier(body.connection))
                freed += body.bytes
            }
            return freed > 0
        }
    }

    /// Shuts down every connection whose deadline has passed, and those whose client sends no more requests
    /// (`ClientConnection.isHalfClosed`). What a client has not taken of its answer in time is dropped.
    func sweep(now: UInt64 = Monotonic.now()) {
        state.withLock { state in
            for connection in state.connections.values {
                let deadline = connection.deadline.load(ordering: .relaxed)
                guard deadline != 0, deadline <= now || connection.isHalfClosed() else { continue }
                if connection.waitingSince != 0 {
                    // No reset, because the kernel may still be sending the end of an answer.
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

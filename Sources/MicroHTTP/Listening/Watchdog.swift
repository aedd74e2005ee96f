internal import CMicroHTTPD
import Foundation
import Synchronization

/// Closes connections that pass their deadline: the library's own timeout starts anew with every byte, so that one
/// byte a second would hold a connection for ever.
final class Watchdog: Sendable {
    private let connections = Mutex<[ObjectIdentifier: Connection]>([:])
    private let isStopped = Atomic(false)

    /// Makes and watches the object of a new connection, which the library keeps in `slot`.
    func open(
        _ connection: OpaquePointer, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>, timeout: Duration
    ) {
        guard let info = galley_connection_info(connection, .CONNECTION_INFO_CONNECTION_FD) else { return }
        let opened = Connection(descriptor: info.pointee.connect_fd, deadline: Monotonic.after(timeout))
        slot.pointee = Unmanaged.passRetained(opened).toOpaque()
        connections.withLock { $0[ObjectIdentifier(opened)] = opened }
    }

    /// Forgets a connection before its descriptor is closed, which may then name another.
    func closed(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
        guard let context = slot.pointee else { return }
        let closed = Unmanaged<Connection>.fromOpaque(context).takeRetainedValue()
        slot.pointee = nil
        _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(closed)) }
    }

    /// Shuts down every connection whose deadline has passed.
    func sweep(now: UInt64 = Monotonic.now()) {
        connections.withLock { connections in
            for connection in connections.values {
                let deadline = connection.deadline.load(ordering: .relaxed)
                guard deadline != 0, deadline <= now else { continue }
                shutdown(connection.descriptor, Int32(SHUT_RDWR))
                connection.close(at: 0)
            }
        }
    }

    /// Sweeps four times a second on a thread of its own until `stop`.
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

    /// Lets every connection end after the answer under way; true when all have.
    func finishAll() -> Bool {
        connections.withLock { connections in
            for connection in connections.values { shutdown(connection.descriptor, Int32(SHUT_RD)) }
            return connections.isEmpty
        }
    }

    /// Waits until all connections have ended, or at most `patience`.
    func drain(patience: Duration) {
        let end = Monotonic.after(patience)
        while !finishAll(), Monotonic.now() < end { Thread.sleep(forTimeInterval: 0.005) }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }
}

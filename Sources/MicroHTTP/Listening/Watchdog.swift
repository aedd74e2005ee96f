import Foundation
import Synchronization

/// Closes connections that pass their deadline: the library's own timeout starts anew with every byte, so that one
/// byte a second would hold a connection for ever.
final class Watchdog: Sendable {
    private let connections = Mutex<[ObjectIdentifier: Connection]>([:])
    private let isStopped = Atomic(false)

    func watch(_ connection: Connection) {
        connections.withLock { $0[ObjectIdentifier(connection)] = connection }
    }

    /// To be called before the descriptor is closed: it may then name another connection.
    func forget(_ connection: Connection) {
        _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
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

    /// Lets every connection end after the answer under way, and waits until all have, or at most `patience`.
    func drain(patience: Duration) {
        let end = Monotonic.after(patience)
        while Monotonic.now() < end {
            let isEmpty = connections.withLock { connections in
                for connection in connections.values { shutdown(connection.descriptor, Int32(SHUT_RD)) }
                return connections.isEmpty
            }
            if isEmpty { return }
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }
}

import Foundation
import Synchronization

/// Serves GET and HEAD from prepared responses: a daemon and a thread for each core, all on one port, nothing shared.
///
/// What it sends is built before it is asked for, so its answers carry no request id and are not logged one by one.
package final class ReadListener: Sendable {
    /// Answers a request at once: it runs on a thread that serves thousands of connections, and must not wait.
    /// Nil, when memory is short, closes the connection.
    package typealias Resolver = (borrowing ReadRequest) -> ReadAnswer?

    private let configuration: ListenerConfiguration
    private let threads: Int
    private let resolver: @Sendable () -> Resolver
    private let loops = Mutex<[ReadLoop]>([])

    /// A listener that is not started yet.
    ///
    /// `resolver` is called once for each thread; what it returns is used by that thread alone, so it may keep state
    /// without a lock. `threads` is the number of cores where it is nil.
    package init(
        configuration: ListenerConfiguration, threads: Int? = nil, resolver: @escaping @Sendable () -> Resolver
    ) {
        self.configuration = configuration
        self.threads = max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount)
        self.resolver = resolver
    }

    /// Listens and serves until `stop`.
    ///
    /// - Throws: `ListenerError`; then nothing is left running.
    package func start() throws(ListenerError) {
        try ListeningSocket.check(host: configuration.host, port: configuration.port)
        DescriptorLimit.raise(forConnections: configuration.connectionLimit)
        var started: [ReadLoop] = []
        do throws(ListenerError) {
            for _ in 0..<threads {
                let socket = try ListeningSocket(host: configuration.host, port: configuration.port, sharing: true)
                let loop = ReadLoop(
                    configuration: configuration, connectionLimit: max(1, configuration.connectionLimit / threads),
                    resolver: resolver)
                guard loop.start(on: socket) else {
                    close(socket.descriptor)
                    throw .cannotListen(
                        host: configuration.host, port: configuration.port, reason: "no daemon")
                }
                started.append(loop)
            }
        } catch {
            for loop in started { loop.stop() }
            throw error
        }
        loops.withLock { $0 = started }
    }

    /// Ends the connections after the answers under way and waits for the threads. A second call does nothing.
    package func stop() {
        let running = loops.withLock { loops in
            defer { loops = [] }
            return loops
        }
        for loop in running { loop.stop() }
    }
}

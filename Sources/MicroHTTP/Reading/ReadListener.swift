import Foundation
import Synchronization

/// Serves GET and HEAD from prepared responses, and answers OPTIONS, by default with one daemon and thread per core,
/// all on one port. Of the listener's own state, the threads share only the numbers of connections by address.
///
/// Most responses are built once and sent to many clients, so they carry no request id; requests are not logged.
package final class ReadListener: Sendable {
    /// Answers a request; must not block for long, because its thread serves thousands of connections. Nil (if memory
    /// is short) closes the connection.
    package typealias Resolver = (borrowing ReadRequest) -> ReadAnswer?

    private let configuration: ListenerConfiguration
    private let threads: Int
    private let traffic: Traffic
    private let resolver: @Sendable () -> Resolver
    private let loops = Mutex<[ReadLoop]>([])

    /// Creates a listener without starting it.
    ///
    /// `resolver` is called once per thread; its result is used by that thread alone and may keep state without a lock.
    /// `threads` defaults to the number of cores. `traffic` counts the answers and connections.
    package init(
        configuration: ListenerConfiguration, threads: Int? = nil, traffic: Traffic = Traffic(),
        resolver: @escaping @Sendable () -> Resolver
    ) {
        self.traffic = traffic
        self.configuration = configuration
        self.threads = max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount)
        self.resolver = resolver
    }

    /// Starts listening; requests are served until `stop`.
    ///
    /// - Throws: `ListenerError`; nothing is left running then.
    package func start() throws(ListenerError) {
        try ListeningSocket.check(host: configuration.host, port: configuration.port)
        DescriptorLimit.raise(forConnections: configuration.connectionLimit)
        let counts = AddressCounts()
        var started: [ReadLoop] = []
        do throws(ListenerError) {
            for _ in 0..<threads {
                let socket = try ListeningSocket(host: configuration.host, port: configuration.port, sharing: true)
                let loop = ReadLoop(
                    configuration: configuration, connectionLimit: max(1, configuration.connectionLimit / threads),
                    counts: counts, traffic: traffic.addPart(), resolver: resolver)
                guard loop.start(on: socket) else {
                    close(socket.descriptor)
                    throw .cannotListen(
                        host: configuration.host, port: configuration.port, reason: "libmicrohttpd did not start")
                }
                started.append(loop)
            }
        } catch {
            for loop in started { loop.stop() }
            throw error
        }
        loops.withLock { $0 = started }
    }

    /// Stops one thread after the other: ends its connections after their current answers, or after 5 seconds, and
    /// waits for it. A second call does nothing.
    package func stop() {
        let running = loops.withLock { loops in
            defer { loops = [] }
            return loops
        }
        for loop in running { loop.stop() }
    }
}

internal import CMicroHTTPD
import Foundation
package import Logging
import Synchronization

/// A listener with one thread and a synchronous handler per connection, for pages and everything that may block.
package final class Listener: Sendable {
    /// Returns the maximum body length of a request in bytes, decided from its line and header fields before the body
    /// is read. With 0 the handler answers a request that has a body without reading it, and the connection is closed.
    package typealias BodyLimit = @Sendable (Request) -> Int

    /// Returns the answer to a request whose body was refused, from the request's line and header fields.
    package typealias RefusalAnswer = @Sendable (Request, Refusal) throws -> Response

    private let configuration: ListenerConfiguration
    private let daemon = Mutex<Daemon?>(nil)
    private let watchdog: Watchdog
    private let exchange: Exchange

    /// Creates a listener without starting it.
    ///
    /// `traffic`: Counts the answers and connections.
    /// `bodyLimit`: The limits of routes that accept less than the configuration's.
    /// `refusalAnswer`: Answers requests whose body is too large or exceeds the listener's memory; by default with
    /// problem details.
    /// `respond`: The handler; an error it throws is logged and answered with 500.
    package init(
        configuration: ListenerConfiguration, logger: Logger = Logger(label: "galley.http"),
        traffic: Traffic = Traffic(), bodyLimit: BodyLimit? = nil, refusalAnswer: RefusalAnswer? = nil,
        respond: @escaping Handler
    ) {
        self.configuration = configuration
        watchdog = Watchdog(configuration, limit: configuration.connectionLimit, counts: AddressCounts())
        exchange = Exchange(
            configuration: configuration, log: RequestLog(logger),
            bodyLimit: bodyLimit ?? { _ in configuration.bodyLimit },
            budget: BodyBudget(bytes: configuration.bodyBudget), watchdog: watchdog, traffic: traffic.addPart(),
            refusalAnswer: refusalAnswer ?? { $1.response }, respond: respond)
    }

    /// Creates a listener that answers with a router's routes and their body limits.
    package convenience init(
        configuration: ListenerConfiguration, logger: Logger = Logger(label: "galley.http"),
        traffic: Traffic = Traffic(), router: Router
    ) {
        self.init(
            configuration: configuration, logger: logger, traffic: traffic,
            bodyLimit: { (try? router.bodyLimit(for: $0)) ?? 0 },
            respond: { request in try router.respond(to: request) })
    }

    /// Starts listening; requests are served until `stop`.
    ///
    /// - Throws: `ListenerError`.
    package func start() throws(ListenerError) {
        let socket = try ListeningSocket(host: configuration.host, port: configuration.port, sharing: false)
        DescriptorLimit.raise(forConnections: configuration.connectionLimit)
        let context = ListenerContext(configuration: configuration, watchdog: watchdog, exchange: exchange)
        let started = Daemon(
            flags: [MHD_USE_THREAD_PER_CONNECTION, MHD_USE_INTERNAL_POLLING_THREAD, MHD_USE_POLL, MHD_USE_ITC],
            socket: socket, configuration: configuration, connectionLimit: configuration.connectionLimit,
            callbacks: context.callbacks)
        guard let started else {
            close(socket.descriptor)
            throw .cannotListen(
                host: configuration.host, port: configuration.port, reason: "libmicrohttpd did not start")
        }
        daemon.withLock { $0 = started }
        watchdog.start()
    }

    /// Ends the connections after their current answers, or after 10 seconds, and waits for the threads. A second call
    /// does nothing.
    package func stop() {
        let running = daemon.withLock { running in
            defer { running = nil }
            return running
        }
        guard let running else { return }
        // libmicrohttpd fails if it is stopped while it makes an answer of its own, so the connections end first.
        running.quiesce()
        watchdog.drain(patience: .seconds(10))
        running.stop()
        watchdog.stop()
    }
}

package import HTTPTypes

/// The address and the limits of a listener.
package struct ListenerConfiguration: Sendable {
    /// A numeric address or a host name; the first address it resolves to is used.
    package var host: String
    /// The port, 1 to 65535.
    package var port: Int
    /// The maximum number of open connections. Further ones wait in the kernel's queue; a `Listener`, with a thread for
    /// each connection, closes them at once. Above three quarters of the limit, each new connection closes the one
    /// whose client has been waited for longest. Each thread of a `ReadListener` has an equal part of the limit.
    package var connectionLimit: Int = 1024
    /// The maximum number of open connections from one address (for IPv6, one 64-bit network); further ones are closed
    /// at once.
    package var addressConnectionLimit = 256
    /// The addresses to which `addressConnectionLimit` does not apply; it does not apply to trusted proxies either.
    package var unlimitedAddresses = AddressBlock.loopback
    /// The proxies whose information about the client's address is trusted.
    package var trustedProxies: [AddressBlock] = []
    /// The maximum length of the request target in bytes; longer ones are answered with 414.
    package var targetLimit = 8 * 1024
    /// The maximum length of the request line and header fields in bytes; longer ones are answered with 431.
    package var headerLimit = 16 * 1024
    /// The maximum number of header fields; more are answered with 431.
    package var fieldCountLimit = 64
    /// The maximum number of arguments in the query; more are answered with 400. Every `&` of the target counts.
    package var argumentLimit = 64
    /// The maximum body length in bytes for routes without a lower limit; longer ones are answered with 413.
    package var bodyLimit = 4 * 1024 * 1024
    /// The maximum length of all current bodies together in bytes. If a request needs more, connections whose bodies
    /// arrive too slowly are closed; if there are none, the request is answered with 503.
    package var bodyBudget = 64 * 1024 * 1024
    /// The time after the header fields in which no body counts as too slow.
    package var bodyGrace = BodyBudget.defaultGrace
    /// The time from opening a connection to the end of its first header fields.
    package var headerTimeout: Duration = .seconds(5)
    /// The time from the end of the header fields to the end of the body.
    package var bodyTimeout: Duration = .seconds(30)
    /// The time from the end of an answer to the end of the next header fields.
    package var idleTimeout: Duration = .seconds(15)
    /// The time for sending an answer; the time that its body takes at `sendRate` is added. A body that is made while
    /// it is sent may last longer, because each of its pieces has this time.
    package var sendTimeout: Duration = .seconds(30)
    /// The rate at which a client must take the body of an answer on average, in bytes per second.
    package var sendRate = 16 * 1024
    /// The memory for the header fields of one connection, in bytes. It must have room for the head of the request, 64
    /// further bytes for each of its fields, and the head of the answer; otherwise the connection is closed without an
    /// answer. If the line of a connection's first request does not fit, libmicrohttpd answers (`LibraryAnswers`).
    package var poolSize = 32 * 1024
    /// The fields that are added to answers which do not set them.
    package var defaultFields: HTTPFields = SecurityFields.console

    /// Creates a configuration with the console's limits.
    package init(host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }

    /// Returns a configuration with the read listener's limits: small requests without bodies, many connections.
    package static func read(host: String = "127.0.0.1", port: Int) -> ListenerConfiguration {
        var configuration = ListenerConfiguration(host: host, port: port)
        configuration.connectionLimit = 12_000
        configuration.targetLimit = 4 * 1024
        configuration.headerLimit = 6 * 1024
        configuration.bodyLimit = 0
        configuration.idleTimeout = .seconds(60)
        // Room for the largest request with 64 fields and for an answer's head of 3,800 bytes. The head of an answer
        // with two signatures, the longest names and versions of 200 bytes has 2,000 bytes. An idle connection uses all
        // of this memory, so 10,000 connections use about 150 MB.
        configuration.poolSize = 14 * 1024
        configuration.defaultFields = SecurityFields.read
        return configuration
    }

    /// Returns a configuration with the service listener's limits: public requests that may wait or carry a body.
    package static func service(host: String = "127.0.0.1", port: Int) -> ListenerConfiguration {
        var configuration = ListenerConfiguration(host: host, port: port)
        configuration.connectionLimit = 2_048
        configuration.targetLimit = 4 * 1024
        configuration.bodyLimit = 256 * 1024
        configuration.bodyBudget = 32 * 1024 * 1024
        configuration.bodyTimeout = .seconds(10)
        configuration.defaultFields = SecurityFields.read
        return configuration
    }
}

package import HTTPTypes

/// Where a listener listens and what it puts up with.
package struct ListenerConfiguration: Sendable {
    /// A numeric address or a name; the first address it resolves to is used.
    package var host: String
    /// 1 to 65535.
    package var port: Int
    /// Open connections; further ones wait in the kernel's queue. From three quarters on, each new one closes the
    /// connection that has waited longest without a request.
    package var connectionLimit: Int = 1024
    /// Open connections from one address (of IPv6, from one network of 64 bits); further ones are closed at once.
    package var addressConnectionLimit = 256
    /// Addresses without that limit, beside the trusted proxies.
    package var unlimitedAddresses = AddressBlock.loopback
    /// Proxies that are believed when they name the client.
    package var trustedProxies: [AddressBlock] = []
    /// Bytes of request target; a longer one answers 414.
    package var targetLimit = 8 * 1024
    /// Bytes of request line and header fields; more answer 431.
    package var headerLimit = 16 * 1024
    /// Number of header fields; more answer 431.
    package var fieldCountLimit = 64
    /// Number of arguments in the query; more answer 400.
    package var argumentLimit = 64
    /// Bytes of body where no route says less; more answer 413.
    package var bodyLimit = 4 * 1024 * 1024
    /// Bytes of all bodies under way together; a request that needs more answers 503.
    package var bodyBudget = 64 * 1024 * 1024
    /// From the opening of a connection to the end of its first request's header fields.
    package var headerTimeout: Duration = .seconds(5)
    /// From the end of the header fields to the end of the body.
    package var bodyTimeout: Duration = .seconds(30)
    /// From the end of an answer to the end of the next request's header fields.
    package var idleTimeout: Duration = .seconds(15)
    /// Without a byte either way while an answer is sent.
    package var inactivityTimeout: Duration = .seconds(30)
    /// Memory for one connection's header fields.
    package var poolSize = 32 * 1024
    /// Fields for answers that do not set them.
    package var defaultFields: HTTPFields = SecurityFields.console

    /// The limits of the console's listener.
    package init(host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }

    /// The limits of the read listener: small requests without bodies, many connections.
    package static func read(host: String = "127.0.0.1", port: Int) -> ListenerConfiguration {
        var configuration = ListenerConfiguration(host: host, port: port)
        configuration.connectionLimit = 12_000
        configuration.targetLimit = 4 * 1024
        configuration.headerLimit = 6 * 1024
        configuration.bodyLimit = 0
        configuration.idleTimeout = .seconds(60)
        configuration.inactivityTimeout = .seconds(75)
        configuration.poolSize = 8 * 1024
        configuration.defaultFields = SecurityFields.read
        return configuration
    }
}

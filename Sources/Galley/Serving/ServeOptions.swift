import ArgumentParser
import Foundation
import Logging
import MicroHTTP

/// The options of `galley serve`, and values derived from them.
struct ServeOptions: ParsableArguments {
    @Option(help: "The directory of the private PostgreSQL, the snapshots and the audit trail's notes.")
    var data = "./data"
    @Option(help: "The address on which Galley listens.") var host = "127.0.0.1"
    @Option(help: "The console's port.") var port = 8080
    @Option(help: "The read API's port.") var readPort = 8081
    @Option(help: "The port for requests that wait, carry a body or need the database.") var servicePort = 8082
    @Option(help: "The directory of schemas, Templates, Public and migrations; by default above the executable.")
    var home: String?
    @Option(help: "The console's address for people; with https, cookies are secure.") var baseURL: String?
    @Option(help: "The read API's and the service's address for phones; by default derived from --base-url.")
    var apiURL: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help: "A proxy trusted to name the client in a header: ADDRESS or ADDRESS/BITS; repeatable.")
    var trustedProxyNames: [String] = []

    @Option(
        name: .customLong("webhook-network"),
        help: "A network of private addresses to which webhooks may be posted: ADDRESS or ADDRESS/BITS; repeatable.")
    var webhookNetworkNames: [String] = []

    @Option(
        name: .customLong("git-network"),
        help: "A network of private addresses from which the console may fetch schemas: ADDRESS[/BITS]; repeatable.")
    var gitNetworkNames: [String] = []

    private static let validPorts = 1...65_535

    mutating func validate() throws {
        guard !data.isEmpty else { throw ValidationError("--data is empty: name a directory") }
        // An absolute path, because the programs that Galley runs have other working directories.
        data = URL(fileURLWithPath: data).path
        let ports = [("--port", port), ("--read-port", readPort), ("--service-port", servicePort)]
        for (option, port) in ports where !Self.validPorts.contains(port) {
            throw ValidationError("\(option) \(port): a port is a number from 1 to 65535")
        }
        guard Set(ports.map(\.1)).count == ports.count else {
            throw ValidationError("--port, --read-port and --service-port must differ")
        }
        let networks = [
            ("--webhook-network", webhookNetworkNames), ("--git-network", gitNetworkNames),
            ("--trusted-proxy", trustedProxyNames),
        ]
        for (option, names) in networks {
            for name in names where AddressBlock(name) == nil {
                throw ValidationError("\(option) \(name): write it as 192.0.2.1 or 192.0.2.0/24")
            }
        }
        for (option, address) in [("--base-url", baseURL), ("--api-url", apiURL)] {
            guard let address else { continue }
            guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host != nil else {
                throw ValidationError("\(option) \(address): write it as https://galley.example.com")
            }
        }
    }

    /// The proxies whose information about the client's address is trusted.
    var trustedProxies: [AddressBlock] { trustedProxyNames.compactMap(AddressBlock.init) }

    /// The private networks to which webhooks may be posted.
    var webhookNetworks: [AddressBlock] { webhookNetworkNames.compactMap(AddressBlock.init) }

    /// The private networks in which git may fetch schemas.
    var gitNetworks: [AddressBlock] { gitNetworkNames.compactMap(AddressBlock.init) }

    /// The prefix of links in the console, without a trailing slash.
    var consoleURL: String { Self.prefix(baseURL ?? "http://\(printableHost):\(port)") }

    /// The address of the read API for phones, without a trailing slash.
    var readURL: String { phoneURL(port: readPort) }

    /// The address of the service for phones, without a trailing slash.
    var serviceURL: String { phoneURL(port: servicePort) }

    /// Returns the address at which phones reach the listener on a port.
    ///
    /// A `--base-url` with `http:` and the console's own port leads to this node itself, so the same host is right for
    /// its other ports. Any other `--base-url` is taken for that of a proxy, which shows the console and the APIs under
    /// one address.
    private func phoneURL(port: Int) -> String {
        if let apiURL { return Self.prefix(apiURL) }
        guard var address = URLComponents(string: consoleURL), address.scheme == "http",
            (address.port ?? 80) == self.port
        else { return consoleURL }
        address.port = port
        address.path = ""
        return address.string ?? consoleURL
    }

    private static func prefix(_ url: String) -> String { url.hasSuffix("/") ? String(url.dropLast()) : url }

    /// Returns the name under which a process of this host reports what it serves.
    func node(_ role: String, port: Int) -> String { "\(ProcessInfo.processInfo.hostName) \(role) :\(port)" }

    private var printableHost: String { host == "0.0.0.0" ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host }

    /// Returns the options as arguments for a process of one role.
    func arguments() throws -> [String] {
        let apiAddress = apiURL.map { ["--api-url", $0] } ?? []
        return [
            "--data", data, "--host", host, "--port", "\(port)", "--read-port", "\(readPort)", "--service-port",
            "\(servicePort)", "--home", try Home(option: home).directory.path, "--base-url", consoleURL,
        ] + apiAddress + trustedProxyNames.flatMap { ["--trusted-proxy", $0] }
            + webhookNetworkNames.flatMap { ["--webhook-network", $0] }
            + gitNetworkNames.flatMap { ["--git-network", $0] }
    }

    /// Writes all logs to standard error as JSON lines, from the level in `GALLEY_LOG_LEVEL` on.
    static func startLogging() throws {
        let word = ProcessInfo.processInfo.environment["GALLEY_LOG_LEVEL"] ?? "info"
        guard let level = Logger.Level(rawValue: word) else {
            throw CommandError("GALLEY_LOG_LEVEL is \(word); it must be debug, info, warning or error")
        }
        LoggingSystem.bootstrap { label in
            var handler = JSONLinesLogHandler(label: label)
            handler.logLevel = level
            return handler
        }
    }
}

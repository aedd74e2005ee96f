import Foundation
import Logging
import PostgreSQL

/// The environment of a serving process, and the command that runs it as another account.
struct ProcessAccount: Sendable {
    let environment: [String: String]
    /// The start of the command, before the program; empty if the process runs as the account that started Galley.
    let prefix: [String]

    /// Returns the account that the serving processes run as: this process's own or, if root started it, the one that
    /// ``ServiceAccount`` finds. The processes never run as root: throws ``CommandError`` if there is no such account,
    /// or if it cannot read the files that the processes need, even with root's right to read every file.
    static func find(
        _ options: ServeOptions, _ home: Home, environment: [String: String], log: Logger
    ) throws -> ProcessAccount {
        guard let account = ServiceAccount.find(forData: options.data) else {
            guard geteuid() != 0 else {
                throw CommandError(
                    "started by root, Galley runs as `galley`, `postgres` or `nobody`; this system has none of them")
            }
            return ProcessAccount(environment: environment, prefix: [])
        }
        let capabilities = try capabilities(of: account, options, home, log: log)
        var environment = environment
        // libpq looks for files in the home directory, and would fail in root's, which the account may not read.
        environment["HOME"] = "/nonexistent"
        return ProcessAccount(environment: environment, prefix: account.command([], keeping: capabilities))
    }

    /// The lowest port that an account other than root may open by default on Linux.
    private static let firstOpenPort = 1_024

    /// Returns the capabilities of root that an account needs: one for ports below 1024, and one if it cannot read the
    /// files that the processes need. Creates missing snapshot directories, and makes the account the owner of those
    /// that root owns.
    private static func capabilities(
        of account: ServiceAccount, _ options: ServeOptions, _ home: Home, log: Logger
    ) throws -> Set<ServiceAccount.Capability> {
        let snapshots = [options.data + "/snapshot", options.data + "/service-snapshot"]
        for snapshot in snapshots { try account.own(snapshot) }
        let needed =
            [
                Home.executable.path, home.templates, home.templates + "/layout.mustache", home.publicFiles,
                home.publicFiles + "/console.css", home.migrations,
            ] + snapshots
        var capabilities: Set<ServiceAccount.Capability> = []
        if [options.port, options.readPort, options.servicePort].contains(where: { $0 < firstOpenPort }) {
            capabilities.insert(.lowPorts)
        }
        guard let path = try account.unreadable(among: needed) else {
            log.info("the serving processes give up root", metadata: ["account": "\(account.name)"])
            return capabilities
        }
        capabilities.insert(.reading)
        guard try account.unreadable(among: needed, keeping: [.reading]) == nil else {
            throw CommandError(
                """
                started by root, the serving processes run as `\(account.name)`, which cannot read \(path): \
                move Galley and --data to places that this account can read, such as /opt/galley and \
                /var/lib/galley, or start Galley as the account that owns them
                """)
        }
        log.warning(
            """
            the serving processes give up root but keep its right to read every file, because their account \
            cannot read a path: move Galley and --data to places that this account can read
            """, metadata: ["account": "\(account.name)", "path": "\(path)"])
        return capabilities
    }
}

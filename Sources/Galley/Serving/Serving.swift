import Foundation
import Logging
import MicroHTTP
import PostgreSQL
import Publishing

/// `galley serve` as a whole: the database, the first start, then the processes until it is told to stop.
struct Serving {
    let options: ServeOptions
    let demo: Bool
    private let log = Logger(label: "galley.serve")

    init(options: ServeOptions, demo: Bool) {
        self.options = options
        self.demo = demo
    }

    func run() throws {
        let home = try Home(option: options.home)
        // Found out before anything is started; the processes would only fail again and again.
        try waitForPort(options.port, option: "--port")
        try waitForPort(options.readPort, option: "--read-port")
        let supervisor = Supervisor(arguments: try options.arguments(), log: log)
        guard let external = try DatabaseAddress.external() else {
            let cluster = PrivateCluster(dataDirectory: options.data, report: report)
            // Stopped last: the processes end what they are doing before.
            defer {
                cluster.stop()
                log.info("stopped")
            }
            let address = DatabaseAddress(privateCluster: try cluster.start())
            return try serve(address, home: home, dataDirectory: options.data, under: supervisor)
        }
        try serve(external, home: home, dataDirectory: nil, under: supervisor)
        log.info("stopped")
    }

    private func serve(
        _ address: DatabaseAddress, home: Home, dataDirectory: String?, under supervisor: Supervisor
    ) throws {
        try migrate(address, home: home)
        let pool = ConnectionPool(address.application, size: 2, deadline: .seconds(30))
        try warnOfOwnership(pool)
        let first = try FirstStart(home: home, stores: Stores(pool: pool), demo: demo).run()
        pool.closeIdle()

        let file = FirstAccountFile(dataDirectory: dataDirectory)
        if let first { try file.write(first) }
        var environment = ProcessInfo.processInfo.environment
        environment["DATABASE_URL"] = address.application.keywordsAndValues
        // The serving processes have no use for the owner's rights.
        environment["DATABASE_OWNER_URL"] = nil
        let greeting = Greeting(options: options, account: first ?? file.read())
        Thread.detachNewThread { greet(with: greeting) }
        try supervisor.run(environment: environment)
    }

    private func migrate(_ address: DatabaseAddress, home: Home) throws {
        let pool = ConnectionPool(address.owner, size: 1, deadline: .seconds(30))
        let migrated = try pool.withConnection {
            try Migrator(directory: home.migrations).migrate($0, grantingTo: address.grantee)
        }
        for name in migrated { log.info("migrated", metadata: ["migration": "\(name)"]) }
        pool.closeIdle()
    }

    /// Tells the operator when the role that serves requests could change what is append-only.
    private func warnOfOwnership(_ pool: ConnectionPool) throws {
        let tables = try pool.withConnection { try ApplicationRole.unprotectedTables($0) }
        guard !tables.isEmpty else { return }
        log.warning(
            """
            the database role of DATABASE_URL can change append-only tables, because it owns them or is a superuser: \
            name their owner in DATABASE_OWNER_URL and a role that owns nothing in DATABASE_URL
            """, metadata: ["tables": "\(tables.joined(separator: ", "))"])
    }

    /// Waits up to three seconds for a port: the processes of a Galley that was killed a moment ago are still leaving.
    private func waitForPort(_ port: Int, option: String) throws {
        let deadline = Date.now.addingTimeInterval(3)
        while Date.now < deadline {
            if (try? PortProbe.check(host: options.host, port: port)) != nil { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        do throws(ListenerError) {
            try PortProbe.check(host: options.host, port: port)
        } catch {
            guard case .portInUse = error else { throw error }
            throw CommandError("\(error); choose another with \(option)")
        }
    }

    /// Tells the person where to go, as soon as someone is there to answer.
    private func greet(with greeting: Greeting) {
        let ports = [options.port, options.readPort]
        while ports.contains(where: { (try? PortProbe.check(host: options.host, port: $0)) != nil }) {
            Thread.sleep(forTimeInterval: 0.05)
        }
        FileHandle.standardOutput.write(Data(greeting.text.utf8))
    }

    /// Logs what happened to PostgreSQL; it is started again by the cluster itself, and reads go on meanwhile.
    private func report(_ event: PrivateCluster.Event) {
        switch event {
        case .ended(let how):
            log.error("PostgreSQL ended unasked and is started again", metadata: ["ending": "\(how)"])
        case .restarted(let id): log.info("PostgreSQL runs again", metadata: ["pid": "\(id)"])
        case .restartFailed(let reason):
            log.error("PostgreSQL could not be started", metadata: ["error": "\(reason)"])
        }
    }
}

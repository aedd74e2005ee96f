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
            return try serve(cluster.start(), home: home, dataDirectory: options.data, under: supervisor)
        }
        try serve(external, home: home, dataDirectory: nil, under: supervisor)
        log.info("stopped")
    }

    private func serve(
        _ info: ConnectionInfo, home: Home, dataDirectory: String?, under supervisor: Supervisor
    ) throws {
        let pool = ConnectionPool(info, size: 2, deadline: .seconds(30))
        let migrated = try pool.withConnection { try Migrator(directory: home.migrations).migrate($0) }
        for name in migrated { log.info("migrated", metadata: ["migration": "\(name)"]) }
        let first = try FirstStart(home: home, stores: Stores(pool: pool), demo: demo).run()
        pool.closeIdle()

        let file = FirstAccountFile(dataDirectory: dataDirectory)
        if let first { try file.write(first) }
        var environment = ProcessInfo.processInfo.environment
        environment["DATABASE_URL"] = info.keywordsAndValues
        let greeting = Greeting(options: options, account: first ?? file.read())
        Thread.detachNewThread { greet(with: greeting) }
        try supervisor.run(environment: environment)
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

import Foundation
import Logging
import MicroHTTP
import PostgreSQL
import Publishing
import ReadAPI
import Synchronization

/// Runs `galley serve`: the database, the first start, and the processes until a stop signal.
///
/// A node that has a snapshot on disk serves reads even if the database is not available yet. A node without a snapshot
/// ends if the database is unusable, because there is nothing to serve and a person waits for the reason.
struct Serving {
    let options: ServeOptions
    let demo: Bool
    private let log = Logger(label: "galley.serve")

    /// Seconds after a failure of the database until it is tried again.
    private static let pause = 2.0

    init(options: ServeOptions, demo: Bool) {
        self.options = options
        self.demo = demo
    }

    /// Serves until a stop signal; throws ``CommandError`` or the database's error if nothing can be served.
    func run() throws {
        let home = try Home(option: options.home)
        // The ports are checked first, because the processes would otherwise fail repeatedly.
        try waitForPort(options.port, option: "--port")
        try waitForPort(options.readPort, option: "--read-port")
        try waitForPort(options.servicePort, option: "--service-port")
        let supervisor = Supervisor(arguments: try options.arguments(), log: log)
        let orders = supervisor.orders
        let database = try ServedDatabase(options: options, home: home, demo: demo, log: log)
        let trail = ConnectionPool(database.address.application, size: 1, deadline: .seconds(5))
        let watch = AuditWatch(audit: Stores(pool: trail).audit, dataDirectory: options.data)
        let isStopped = Atomic(false)
        // The audit watch and the database are stopped last, because the processes first finish their work.
        defer {
            isStopped.store(true, ordering: .relaxed)
            watch.stop()
            database.stop()
            log.info("stopped")
        }
        if hasSnapshot {
            let account = try processAccount(database.address, home)
            for role in [ProcessRole.read, .service] { orders.begin(role, as: account) }
            Thread.detachNewThread {
                prepare(database, orders: orders, as: account, watch: watch) { isStopped.load(ordering: .relaxed) }
            }
        } else {
            let first = try database.prepare()
            begin(orders, database, as: try processAccount(database.address, home), first: first)
            watch.start()
        }
        try supervisor.run()
    }

    /// Prepares the database, with retries. If the first attempt fails, starts the console, whose pages then say that
    /// the database does not answer.
    private func prepare(
        _ database: ServedDatabase, orders: Supervisor.Orders, as account: ProcessAccount, watch: AuditWatch,
        isStopped: () -> Bool
    ) {
        let repeats = RepeatedWarnings()
        while !isStopped() {
            do {
                begin(orders, database, as: account, first: try database.prepare())
                return watch.start()
            } catch  where ServedDatabase.mayBeTemporary(error) {
                orders.begin(.console, as: account)
                let text = "\(error)"
                if repeats.isDue(text) {
                    log.error(
                        "the database does not answer: serving reads from the snapshot on disk",
                        metadata: ["error": "\(text)"])
                }
                Thread.sleep(forTimeInterval: Self.pause)
            } catch {
                return orders.fail(error)
            }
        }
    }

    /// Starts the processes over a prepared database and prints the startup message.
    private func begin(
        _ orders: Supervisor.Orders, _ database: ServedDatabase, as account: ProcessAccount, first: FirstAccount?
    ) {
        for role in ProcessRole.allCases { orders.begin(role, as: account) }
        let startupMessage = StartupMessage(options: options, account: first)
        Thread.detachNewThread { printMessage(with: startupMessage) }
    }

    /// Returns the account and environment of the serving processes, without the rights of the tables' owner and of
    /// root.
    private func processAccount(_ address: DatabaseAddress, _ home: Home) throws -> ProcessAccount {
        var environment = ProcessInfo.processInfo.environment
        environment["DATABASE_URL"] = address.application.keywordsAndValues
        environment["DATABASE_OWNER_URL"] = nil
        return try ProcessAccount.find(options, home, environment: environment, log: log)
    }

    /// True if an earlier run left a snapshot that can be served without the database.
    private var hasSnapshot: Bool {
        let files = try? FileManager.default.contentsOfDirectory(atPath: options.data + "/snapshot")
        return (files ?? []).contains { $0.hasPrefix("snapshot-") }
    }

    /// Waits up to three seconds for a port, because processes of a Galley that was just killed may still be ending.
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

    /// Prints the startup message as soon as the listeners answer.
    private func printMessage(with startupMessage: StartupMessage) {
        let ports = [options.port, options.readPort, options.servicePort]
        while ports.contains(where: { (try? PortProbe.check(host: options.host, port: $0)) != nil }) {
            Thread.sleep(forTimeInterval: 0.05)
        }
        // Writing may fail if nobody reads the output.
        try? FileHandle.standardOutput.write(contentsOf: Data(startupMessage.text.utf8))
    }
}

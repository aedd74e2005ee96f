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
        for port in [options.port, options.readPort] { try PortProbe.check(host: options.host, port: port) }
        let external = try ServeOptions.externalDatabase()
        let cluster = external == nil ? PrivateCluster(dataDirectory: options.data) : nil
        let info = try external ?? cluster?.start() ?? ConnectionInfo(parameters: [:])
        do {
            let pool = ConnectionPool(info, size: 2, deadline: .seconds(30))
            for name in try Migrator(directory: home.migrations).migrate(pool) {
                log.info("migrated", metadata: ["migration": "\(name)"])
            }
            let first = try FirstStart(home: home, stores: Stores(pool: pool), demo: demo).run()
            try supervise(cluster: cluster, info: info, first: first)
        } catch {
            cluster?.stop()
            throw error
        }
    }

    private func supervise(cluster: PrivateCluster?, info: ConnectionInfo, first: FirstAccount?) throws {
        var environment = ProcessInfo.processInfo.environment
        environment["DATABASE_URL"] = info.keywordsAndValues
        let supervisor = Supervisor(
            cluster: cluster, arguments: try options.arguments(), environment: environment, log: log)
        let account = FirstAccountFile(dataDirectory: cluster == nil ? nil : options.data)
        if let first { try account.write(first) }
        try supervisor.run {
            FileHandle.standardOutput.write(Data(Greeting(options: options, account: first ?? account.read()).text.utf8))
        }
    }
}

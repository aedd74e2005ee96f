import Foundation
import Logging
import PostgreSQL
import Publishing

/// The database of `galley serve`: a cluster of its own, or the one that `DATABASE_URL` names; migrated and filled before
/// the console uses it.
struct ServedDatabase: Sendable {
    /// The address, also while the database is away.
    let address: DatabaseAddress
    /// The file that keeps the first account's password.
    let accountFile: FirstAccountFile
    private let cluster: PrivateCluster?
    private let home: Home
    private let demo: Bool
    private let log: Logger

    /// Throws `PrivateClusterError` when there can be no cluster in the data directory, or another Galley uses it.
    init(options: ServeOptions, home: Home, demo: Bool, log: Logger) throws {
        if let external = try DatabaseAddress.external() {
            (address, cluster, accountFile) = (external, nil, FirstAccountFile(dataDirectory: nil))
        } else {
            try PrivateCluster.checkIsFree(options.data)
            let owner = try PrivateCluster.expectedInfo(in: options.data)
            address = DatabaseAddress(privateCluster: owner)
            cluster = PrivateCluster(dataDirectory: options.data) { Self.report($0, to: log) }
            accountFile = FirstAccountFile(dataDirectory: options.data)
        }
        (self.home, self.demo, self.log) = (home, demo, log)
    }

    /// Starts the cluster if there is one and it does not run, migrates, and fills an empty installation. Returns the
    /// account that was made; nil when there was one already. It may be called again after it threw.
    func prepare() throws -> FirstAccount? {
        if let cluster, !cluster.isStarted { _ = try cluster.start() }
        try migrate()
        let pool = ConnectionPool(address.application, size: 2, deadline: .seconds(30))
        defer { pool.closeIdle() }
        try warnOfOwnership(pool)
        let first = try FirstStart(home: home, stores: Stores(pool: pool), demo: demo).run()
        if let first { try accountFile.write(first) }
        return first
    }

    /// Stops the cluster if there is one.
    func stop() { cluster?.stop() }

    /// True if what `prepare` threw may pass by itself or be mended while the node runs. A second Galley over the same
    /// directory and a migration that fails are for the person who started this one.
    static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let error as PrivateClusterError: error.kind != .inUse
        case let error as MigrationError: error.cause?.isAway ?? false
        case let error as PostgreSQLError: error.isTransient || error.isAway
        default: false
        }
    }

    private func migrate() throws {
        let pool = ConnectionPool(address.owner, size: 1, deadline: .seconds(30))
        defer { pool.closeIdle() }
        let migrated = try pool.withConnection {
            try Migrator(directory: home.migrations).migrate($0, grantingTo: address.grantee)
        }
        for name in migrated { log.info("migrated", metadata: ["migration": "\(name)"]) }
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

    /// Logs what happened to PostgreSQL; it is started again by the cluster itself, and reads go on meanwhile.
    private static func report(_ event: PrivateCluster.Event, to log: Logger) {
        switch event {
        case .ended(let how):
            log.error("PostgreSQL ended unasked and is started again", metadata: ["ending": "\(how)"])
        case .restarted(let id): log.info("PostgreSQL runs again", metadata: ["pid": "\(id)"])
        case .restartFailed(let reason):
            log.error("PostgreSQL could not be started", metadata: ["error": "\(reason)"])
        }
    }
}

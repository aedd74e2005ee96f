import Foundation
import Logging
import PostgreSQL
import Publishing
import ReadAPI

/// The database of `galley serve`: a private cluster, or the one in `DATABASE_URL`; migrated and filled before the
/// console uses it.
struct ServedDatabase: Sendable {
    /// The address, known even while the database does not answer.
    let address: DatabaseAddress
    /// The file that keeps the first account's password.
    let accountFile: FirstAccountFile
    private let cluster: PrivateCluster?
    private let home: Home
    private let demo: Bool
    private let log: Logger

    /// Finds the database; throws `PrivateClusterError` if the data directory cannot hold a cluster or another Galley
    /// uses it.
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

    /// Starts the private cluster if necessary, migrates, and fills an empty installation. Returns the account if one
    /// was created. May be called again after an error.
    func prepare() throws -> FirstAccount? {
        if let cluster, !cluster.isStarted { _ = try cluster.start() }
        try migrate()
        let pool = ConnectionPool(address.application, size: 2, deadline: .seconds(30))
        defer { pool.closeIdle() }
        try warnOfOwnership(pool)
        let first = try FirstStart(home: home, stores: Stores(pool: pool, preflight: .readNode), demo: demo).run()
        if let first { try accountFile.write(first) }
        return first
    }

    /// Stops the private cluster, if any.
    func stop() { cluster?.stop() }

    /// Returns true if an error of `prepare` may be temporary. A second Galley over the same directory and a failed
    /// migration need the operator.
    static func mayBeTemporary(_ error: any Error) -> Bool {
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

    /// Warns the operator if the role that serves requests could change append-only tables.
    private func warnOfOwnership(_ pool: ConnectionPool) throws {
        let tables = try pool.withConnection { try ApplicationRole.unprotectedTables($0) }
        guard !tables.isEmpty else { return }
        log.warning(
            """
            the database role of DATABASE_URL can change append-only tables, because it owns them or is a superuser: \
            name their owner in DATABASE_OWNER_URL and a role that owns nothing in DATABASE_URL
            """, metadata: ["tables": "\(tables.joined(separator: ", "))"])
    }

    /// Logs an event of the private cluster, which restarts PostgreSQL itself while reads continue.
    private static func report(_ event: PrivateCluster.Event, to log: Logger) {
        switch event {
        case .ended(let how):
            log.error("PostgreSQL ended unexpectedly and is restarted", metadata: ["ending": "\(how)"])
        case .restarted(let id): log.info("PostgreSQL runs again", metadata: ["pid": "\(id)"])
        case .restartFailed(let reason):
            log.error("PostgreSQL could not be started", metadata: ["error": "\(reason)"])
        }
    }
}

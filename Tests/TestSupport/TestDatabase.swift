import Foundation
package import PostgreSQL
import Synchronization

/// A database of one test: a copy of a template in which the migrations have run once.
///
///     let database = try TestDatabase.make()
///     try database.pool.withConnection { connection in … }
package final class TestDatabase: Sendable {
    /// How the role that serves requests reaches it, as in an installation; an empty database has only its owner.
    package let info: ConnectionInfo
    /// How the owner of the tables reaches it, for tests that tamper with them.
    package let owner: ConnectionInfo
    /// Four connections of ``info`` with a deadline that a busy machine keeps too.
    package let pool: ConnectionPool

    /// Makes a database; an empty one when `migrated` is false.
    package static func make(migrated: Bool = true) throws -> TestDatabase {
        let administrator = try TestServer.administrator()
        let name = "galley_test_\(getpid())_\(count.add(1, ordering: .relaxed).newValue)"
        let connection = try Connection(administrator, deadline: .seconds(60))
        if migrated {
            let template = try template.get()
            try connection.execute(
                "CREATE DATABASE \(identifier: name) \(try owner()) TEMPLATE \(identifier: template) STRATEGY wal_log")
        } else {
            try connection.execute("CREATE DATABASE \(identifier: name) \(try owner())")
        }
        let owner = try TestServer.owner().database(name)
        let role = migrated ? try applicationRole() : nil
        return TestDatabase(role.map(owner.connecting(as:)) ?? owner, owner: owner)
    }

    /// A new connection beside the pool's.
    package func connect() throws -> Connection { try Connection(info, deadline: .seconds(30)) }

    /// A new connection of the owner of the tables.
    package func connectAsOwner() throws -> Connection { try Connection(owner, deadline: .seconds(30)) }

    private init(_ info: ConnectionInfo, owner: ConnectionInfo) {
        self.info = info
        self.owner = owner
        pool = ConnectionPool(info, size: 4, deadline: .seconds(30), patience: .seconds(30))
    }

    /// The role without tables of a private cluster; a server of somebody else's has one role for everything.
    private static func applicationRole() throws -> ApplicationRole? {
        TestServer.isOurs ? PrivateCluster.applicationRole : nil
    }

    private static func owner() throws -> SQL {
        guard let name = try TestServer.owner().parameters["user"] else { return "" }
        return "OWNER \(identifier: name)"
    }

    private static let count = Atomic(0)

    private static let template = Result<String, any Error> {
        let administrator = try TestServer.administrator()
        let name = "galley_test_\(getpid())_template"
        let connection = try Connection(administrator, deadline: .seconds(60))
        try removeStale(connection)
        try connection.execute("CREATE DATABASE \(identifier: name) \(try owner())")
        let migrations = PackageRoot.path + "/migrations"
        if FileManager.default.fileExists(atPath: migrations) {
            let template = try Connection(try TestServer.owner().database(name), deadline: .seconds(60))
            try Migrator(directory: migrations).migrate(template, grantingTo: try applicationRole())
            template.close()
        }
        return name
    }

    /// Drops the databases of earlier runs on a server that outlives them: dropping after each test would take longer
    /// than the test.
    private static func removeStale(_ connection: Connection) throws {
        let names = try connection.query("SELECT datname FROM pg_database WHERE datname LIKE 'galley\\_test\\_%'")
        for row in names {
            let name = try row["datname", as: String.self]
            guard let process = pid_t(name.split(separator: "_")[2]), process == getpid() || kill(process, 0) != 0
            else {
                continue
            }
            try connection.execute("DROP DATABASE IF EXISTS \(identifier: name) WITH (FORCE)")
        }
    }
}

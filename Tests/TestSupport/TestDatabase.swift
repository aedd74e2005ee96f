import Foundation
package import PostgreSQL
import Synchronization

/// A database for one test, usually a copy of a migrated template.
///
///     let database = try TestDatabase.make()
///     try database.pool.withConnection { connection in … }
package final class TestDatabase: Sendable {
    let name: String
    /// The connection info of the role that serves requests; an empty database has only its owner.
    package let info: ConnectionInfo
    /// The connection info of the tables' owner, for tests that tamper with them.
    package let owner: ConnectionInfo
    /// A pool of four connections with ``info`` and deadlines long enough for a busy machine.
    package let pool: ConnectionPool

    /// Creates a database; an empty one if `migrated` is false.
    package static func make(migrated: Bool = true) throws -> TestDatabase {
        try make(copying: migrated ? template.get() : nil)
    }

    /// Creates a copy of the database `template`, which must have no connections; an empty database if it is nil.
    static func make(copying template: String?) throws -> TestDatabase {
        try cleaning.get()
        let connection = try Connection(TestServer.administrator(), deadline: .seconds(60))
        let name = "galley_test_\(getpid())_\(count.add(1, ordering: .relaxed).newValue)"
        if let template {
            try connection.execute(
                "CREATE DATABASE \(identifier: name) \(try owner()) TEMPLATE \(identifier: template) STRATEGY wal_log")
        } else {
            try connection.execute("CREATE DATABASE \(identifier: name) \(try owner())")
        }
        let owner = try TestServer.owner().database(name)
        let role = template == nil ? nil : try applicationRole()
        return TestDatabase(role.map(owner.connecting(as:)) ?? owner, owner: owner, name: name)
    }

    /// Returns a new connection outside the pool.
    package func connect() throws -> Connection { try Connection(info, deadline: .seconds(30)) }

    /// Returns a new connection of the tables' owner.
    package func connectAsOwner() throws -> Connection { try Connection(owner, deadline: .seconds(30)) }

    private init(_ info: ConnectionInfo, owner: ConnectionInfo, name: String) {
        self.name = name
        self.info = info
        self.owner = owner
        pool = ConnectionPool(info, size: 4, deadline: .seconds(30), patience: .seconds(30))
    }

    /// Returns the application role of a private cluster; nil for another server, where one role does everything.
    private static func applicationRole() throws -> ApplicationRole? {
        TestServer.isOurs ? PrivateCluster.applicationRole : nil
    }

    private static func owner() throws -> SQL {
        guard let name = try TestServer.owner().parameters["user"] else { return "" }
        return "OWNER \(identifier: name)"
    }

    private static let count = Atomic(0)

    /// Drops stale databases once, before this process creates its first one, because they may have the same names.
    private static let cleaning = Result<Void, any Error> {
        try removeStale(Connection(TestServer.administrator(), deadline: .seconds(60)))
    }

    private static let template = Result<String, any Error> {
        try cleaning.get()
        let administrator = try TestServer.administrator()
        let name = "galley_test_\(getpid())_template"
        let connection = try Connection(administrator, deadline: .seconds(60))
        try connection.execute("CREATE DATABASE \(identifier: name) \(try owner())")
        let migrations = PackageRoot.path + "/migrations"
        if FileManager.default.fileExists(atPath: migrations) {
            let template = try Connection(try TestServer.owner().database(name), deadline: .seconds(60))
            try Migrator(directory: migrations).migrate(template, grantingTo: try applicationRole())
            template.close()
        }
        return name
    }

    /// Drops the databases that earlier runs left on the server. Tests do not drop their own, because that would take
    /// longer than the test.
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

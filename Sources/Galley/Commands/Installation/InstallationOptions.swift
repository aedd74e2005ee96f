import ArgumentParser
import PostgreSQL
import Publishing

/// How a command reaches an installation: the running private cluster of a data directory, or `DATABASE_URL`.
struct InstallationOptions: ParsableArguments {
    @Option(help: "The data directory of a running `galley serve`.") var data = "./data"
    @Option(help: "Where schemas, Templates, Public and migrations are; found above the executable by default.")
    var home: String?

    /// The stores of the installation, its database migrated.
    func open() throws -> Stores {
        let pool = try pool()
        let migrator = try Migrator(directory: Home(option: home).migrations)
        guard try pool.withConnection({ try migrator.pendingNames($0) }).isEmpty else {
            throw CommandError("the database is older than this galley; run  galley migrate")
        }
        return Stores(pool: pool)
    }

    /// Connections to the installation's database, whatever state it is in.
    private func pool() throws -> ConnectionPool {
        ConnectionPool(try DatabaseAddress.reachable(from: data).application, size: 2, deadline: .seconds(10))
    }
}

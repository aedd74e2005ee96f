import ArgumentParser
import PostgreSQL
import Publishing
import ReadAPI

/// The options that select an installation: the running private cluster of a data directory, or `DATABASE_URL`.
struct InstallationOptions: ParsableArguments {
    @Option(help: "The data directory of a running `galley serve`.") var data = "./data"
    @Option(help: "The directory of schemas, Templates, Public and migrations; by default above the executable.")
    var home: String?

    /// Opens the stores of the installation; throws ``CommandError`` if its database is not migrated.
    func open() throws -> Stores {
        let pool = try pool()
        let migrator = try Migrator(directory: Home(option: home).migrations)
        guard try pool.withConnection({ try migrator.pendingNames($0) }).isEmpty else {
            throw CommandError("the database is older than this galley; run  galley migrate")
        }
        return Stores(pool: pool, preflight: .readNode)
    }

    /// Returns connections to the installation's database, migrated or not.
    private func pool() throws -> ConnectionPool {
        ConnectionPool(try DatabaseAddress.reachable(from: data).application, size: 2, deadline: .seconds(10))
    }
}

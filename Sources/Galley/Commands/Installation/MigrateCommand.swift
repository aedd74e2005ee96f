import ArgumentParser
import PostgreSQL

/// The command that runs the pending migrations.
struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Apply the migrations that the database does not have yet.")

    @OptionGroup var installation: InstallationOptions

    func run() throws {
        let migrator = try Migrator(directory: Home(option: installation.home).migrations)
        let address = try DatabaseAddress.reachable(from: installation.data)
        let pool = ConnectionPool(address.owner, size: 1, deadline: .seconds(10))
        let applied = try pool.withConnection { try migrator.migrate($0, grantingTo: address.grantee) }
        try StandardOutput.write(
            applied.isEmpty ? "Nothing to migrate." : applied.map { "Applied \($0)." }.joined(separator: "\n"))
    }
}

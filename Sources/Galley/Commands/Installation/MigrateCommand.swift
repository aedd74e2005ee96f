import ArgumentParser
import PostgreSQL

/// Brings the database's tables up to this version.
struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Apply the migrations that the database does not have yet.")

    @OptionGroup var installation: InstallationOptions

    func run() throws {
        let applied = try Migrator(directory: try Home(option: installation.home).migrations)
            .migrate(try installation.pool())
        print(applied.isEmpty ? "Nothing to migrate." : applied.map { "Applied \($0)." }.joined(separator: "\n"))
    }
}

import ArgumentParser
import Foundation
import PostgreSQL

/// Prints how PostgreSQL's own tools reach the installation's database.
struct DatabaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database", abstract: "Print the environment in which psql and pg_dump reach the database.",
        discussion: "Use:  eval \"$(galley database --data DIR)\" && pg_dump …")

    @OptionGroup var installation: InstallationOptions

    func run() throws {
        let parameters = try installation.connectionInfo().parameters
        for (keyword, variable) in [("host", "PGHOST"), ("port", "PGPORT"), ("user", "PGUSER"), ("dbname", "PGDATABASE")] {
            guard let value = parameters[keyword] else { continue }
            print("export \(variable)='\(value.replacingOccurrences(of: "'", with: "'\\''"))'")
        }
    }
}

import ArgumentParser
import Publishing
import SchemaRepository

extension ClientsCommand {
    /// Writes a capability file from the annotations of the schemas.
    struct Template: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a capability file with everything that the schemas claim for a version, to be edited.",
            discussion: "Without --version it lists everything that any version of the platform has.")

        @OptionGroup var installation: InstallationOptions
        @Option(help: "ios, android or web, or another platform that the schemas name.") var platform: String
        @Option(name: .customLong("version"), help: "The client version.") var clientVersion: String?
        @Option(help: "A schema release of the installation: its number, or current.") var release: String?
        @Option(help: "The schema repository; Galley's starter repository by default.") var schemas: String?

        func validate() throws {
            if release != nil, schemas != nil { throw ValidationError("--release and --schemas cannot be combined") }
            if let release, release != "current", Int(release) == nil {
                throw ValidationError("--release must be a number or current")
            }
        }

        func run() throws {
            let claimed = try clientVersion.map(version)
            let repository = try repository()
            let known = repository.platforms
            guard known.contains(platform) else {
                throw CommandError(
                    "no schema names the platform \(platform); there are \(known.joined(separator: ", "))")
            }
            let text = repository.capabilityTemplate(platform: platform, version: claimed)
            try StandardOutput.write(String(decoding: text, as: UTF8.self), terminator: "")
        }

        private func repository() throws -> SchemaRepository {
            guard let release else { return try RepositoryOption.load(schemas, home: installation.home) }
            let schemaReleases = try installation.open().schemaReleases
            let repository =
                try Int(release).map { try schemaReleases.repository(of: $0) }
                ?? schemaReleases.currentRepository()?.repository
            guard let repository else {
                throw CommandError(
                    release == "current"
                        ? "no schemas have been imported yet" : "there is no schema release \(release)")
            }
            return repository
        }
    }
}

import ArgumentParser
import Publishing
import SchemaRepository

extension SchemasCommand {
    /// Compares two schema repositories, each a directory or a schema release.
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compare two schema repositories and mark the changes that break documents or clients.",
            discussion: """
                OLD and NEW are directories, or numbers of schema releases of the installation. Exits with status 0 if no \
                change is breaking, 1 if one is, 2 if OLD or NEW cannot be read.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The old directory or schema release.") var old: String
        @Argument(help: "The new directory or schema release.") var new: String

        func run() throws {
            let (before, after) = (try repository(old), try repository(new))
            let changes = after.changes(since: before)
            let isBreaking = changes.contains(where: \.isBreaking)
            let lines = changes.map { change in
                let place = change.line.map { "\(change.entity):\($0)" } ?? change.entity
                return "\(place): \(change.isBreaking ? "breaking: " : "")\(change.message)"
            }
            try format.done(
                SchemaDiffAnswer(isBreaking: isBreaking, changes: changes), lines: lines, orNone: "No changes.")
            if isBreaking { throw ExitCode.refused }
        }

        private func repository(_ name: String) throws -> SchemaRepository {
            guard let number = Int(name) else {
                try RepositoryOption.checkIsDirectory(name)
                return try RepositoryOption.load(name, home: nil)
            }
            guard let repository = try installation.open().schemaReleases.repository(of: number) else {
                throw CommandError("there is no schema release \(number)")
            }
            return repository
        }
    }
}

/// The result of a comparison.
private struct SchemaDiffAnswer: Encodable {
    let isBreaking: Bool
    let changes: [SchemaChange]

    private enum CodingKeys: String, CodingKey {
        case isBreaking = "breaking"
        case changes
    }
}

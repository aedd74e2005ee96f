import ArgumentParser
import DocumentKinds
import JSONText
import Publishing
import SchemaRepository

/// The command for schema repositories.
struct SchemasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemas", abstract: "Import and check schema repositories.",
        subcommands: [Import.self, Check.self])

    /// Imports a directory as a schema release and makes it the current one.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import a schema repository; refused if it has errors.",
            discussion: """
                Schemas without annotations of Galley's dialect are imported despite errors, if they can be compiled.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument var directory: String

        func run() throws {
            let findings = try RepositoryOption.lint(directory, home: installation.home)
            // Schemas of other systems are imported despite errors, if they can be compiled.
            let isForeign = (try? SchemaRepository(loading: directory))?.isForeign ?? false
            guard isForeign || !findings.contains(where: { $0.diagnostic.severity == .error }) else {
                try format.refuse(
                    "\(directory) was not imported", problems: findings.map(FileDiagnosticAnswer.init),
                    text: findings.map(\.description))
            }
            let repository = try RepositoryOption.load(directory, home: installation.home)
            let release = try installation.open().schemaReleases.adopt(repository, by: .operator)
            try format.done(
                ImportAnswer(schemaRelease: release.number, hash: release.hash, documents: repository.documents.count),
                text: "Schema release \(release.number) is current: \(repository.documents.count) files.")
        }
    }

    /// Checks a directory without an installation.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a schema repository and report all problems with their places.",
            discussion: """
                Draws every example too. A template that cannot be used is an error; an example drawn as an outline or with \
                an issue is a warning. Exits with status 0 without errors, 1 with errors, 2 if it cannot be read.
                """)

        @OptionGroup var format: FormatOption
        @Option(help: "The directory of schemas, Templates, Public and migrations; by default above the executable.")
        var home: String?
        @Argument var directory: String

        func run() throws {
            let findings = try RepositoryOption.lint(directory, home: home)
            let isValid = !findings.contains { $0.diagnostic.severity == .error }
            let answer = LintAnswer(valid: isValid, diagnostics: findings.map(FileDiagnosticAnswer.init))
            try format.done(
                answer, text: findings.isEmpty ? "No problems." : findings.map(\.description).joined(separator: "\n"))
            if !isValid { throw ExitCode.refused }
        }
    }
}

/// The result of an import.
private struct ImportAnswer: Encodable {
    let schemaRelease: Int
    let hash: String
    let documents: Int
}

/// The result of a check.
private struct LintAnswer: Encodable {
    let valid: Bool
    let diagnostics: [FileDiagnosticAnswer]
}

/// A diagnostic with its file.
private struct FileDiagnosticAnswer: Encodable {
    let file: String
    let diagnostic: Diagnostic

    init(_ found: FileDiagnostic) {
        file = found.file
        diagnostic = found.diagnostic
    }

    /// Encodes the diagnostic's members together with the file's name.
    func encode(to encoder: any Encoder) throws {
        try diagnostic.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
    }

    private enum CodingKeys: String, CodingKey { case file }
}

import ArgumentParser
import DocumentKinds
import JSONText
import Publishing
import SchemaRepository

/// The command for schema repositories.
struct SchemasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schemas", abstract: "Import and check schema repositories.",
        subcommands: [
            Import.self, Adopt.self, List.self, Diff.self, Impact.self, Planned.self, Confirm.self, Check.self,
        ])

    /// Checks a directory without an installation.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a schema repository and report all problems with their places.",
            discussion: """
                Draws every example too. A template that cannot be used is an error; an example drawn as an outline or with \
                an issue is a warning. Exits with status 0 without errors, 1 with errors, 2 if the directory cannot be \
                read.
                """)

        @OptionGroup var format: FormatOption
        @Option(help: "The directory of schemas, Templates, Public and migrations; by default above the executable.")
        var home: String?
        @Argument(help: "The directory of the schema repository.") var directory: String

        func run() throws {
            let findings = try RepositoryOption.lint(directory, home: home)
            let isValid = !findings.contains { $0.diagnostic.severity == .error }
            let answer = LintAnswer(valid: isValid, diagnostics: findings.map(FileDiagnosticAnswer.init))
            try format.done(answer, lines: findings.map(\.description), orNone: "No problems.")
            if !isValid { throw ExitCode.refused }
        }
    }
}

/// The result of a check.
private struct LintAnswer: Encodable {
    let valid: Bool
    let diagnostics: [FileDiagnosticAnswer]
}

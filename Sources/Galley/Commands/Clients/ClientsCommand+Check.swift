import ArgumentParser
import JSONText
import Publishing
import SchemaRepository

extension ClientsCommand {
    /// Compares capability files with the schemas offline, or the registered builds with the schemas and what is live.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List where builds and schemas disagree, and what a build cannot decode of the live documents.",
            discussion: """
                With files, each is compared with the schema repository, offline. Without files, all registered builds \
                are compared with the current schemas and with everything that is live. Exits with status 0 if there \
                are no errors, 1 if there are some, 2 if a file cannot be read.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The schema repository; Galley's starter repository by default.") var schemas: String?
        @Argument(help: "Capability files; - for standard input.") var files: [String] = []

        func validate() throws {
            if schemas != nil, files.isEmpty { throw ValidationError("--schemas needs the files to check") }
        }

        func run() throws {
            let answers = try files.isEmpty ? registered() : offline()
            for answer in answers {
                try format.done(answer, text: answer.text)
            }
            if answers.isEmpty, format.format == .text { try StandardOutput.write("No builds are registered.") }
            if answers.contains(where: { !$0.valid }) { throw ExitCode.refused }
        }

        private func offline() throws -> [ClientAnswer] {
            let repository = try RepositoryOption.load(schemas, home: installation.home)
            return try files.map { path in
                let file = CapabilityFile(try InputFile.text(path, limit: CapabilityFile.limits.maximumBytes))
                let reading = file.reading(by: repository, platforms: repository.platforms)
                return ClientAnswer(
                    file: path, reading.capabilities, diagnostics: reading.diagnostics,
                    disagreements: reading.capabilities.map(repository.disagreements) ?? [])
            }
        }

        private func registered() throws -> [ClientAnswer] {
            let report = try installation.open().clients.report()
            if !report.isComplete { StandardError.write("not everything that is live could be compared in time") }
            return report.clients.map { ClientAnswer($0) }
        }
    }
}

extension ClientAnswer {
    /// The diagnostics of the file, then a line for the build and a line for each other finding.
    var text: String {
        var lines = diagnostics.map { $0.line(file: file ?? "-") }
        if let platform, let version {
            let label = CapabilityLack.client(version + (build.map { " (build \($0))" } ?? ""), platform: platform)
            let errors = disagreements.count { $0.severity == .error }
            let notes = disagreements.count - errors
            lines.append(
                disagreements.isEmpty
                    ? "\(label) agrees with the schemas."
                    : "\(label): \(counted: errors, "part") only in the schemas, "
                        + "\(counted: notes, "part") only in the file.")
        }
        lines += disagreements.map { "  \($0.severity == .error ? "error" : "note"): \($0.message)" }
        lines += live.flatMap { live in
            live.lacks.map {
                "  error: \(live.feature), live (revision \(live.revision)): \($0.pointer): \($0.message)"
            }
        }
        return lines.joined(separator: "\n")
    }
}

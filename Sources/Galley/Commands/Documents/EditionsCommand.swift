import ArgumentParser
import Foundation
import JSONText
import SchemaRepository

/// The command that reports which client versions support a document, and assembles their editions.
struct EditionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "editions",
        abstract: "Tell who can show a document, and write what each client version is given.",
        discussion: """
            One JSON object on standard output: full, degraded, reasons, editions and diagnostics. Status 0 when the \
            document and all its editions are valid, 1 when something is not, 2 unusable.
            """)

    @Option(help: "ios, android or web, or another platform that the schemas name.") var platform: String
    @Option(help: "The lowest client version of interest.") var from: String?
    @Option(help: "The first client version that is of no interest any more.") var until: String?
    @Option(help: "The $id or name of a kind in the repository; by default the document's type says.") var kind: String?
    @Option(help: "The schema repository; Galley's starter repository by default.") var schemas: String?
    @Option(help: "Where schemas, Templates, Public and migrations are; found above the executable by default.")
    var home: String?
    @Argument(help: "The document; - for standard input.") var file: String

    func validate() throws { _ = try range() }

    func run() throws {
        let repository = try RepositoryOption.load(schemas, home: home)
        let known = repository.platforms
        if !known.contains(platform) {
            let meant = Suggestion.nearest(to: platform, among: known).map { "; did you mean \($0)?" } ?? ""
            StandardError.write("no schema names the platform \(platform)\(meant)")
        }
        let kind = try kind.map { name in
            guard let kind = repository.kind(named: name) else {
                throw CommandError(
                    "there is no kind \(name); there are \(repository.rootKinds.map(\.id).joined(separator: ", "))")
            }
            return kind
        }
        let checked = repository.check(try InputFile.text(file), kind: kind, limits: JSONLimits())
        let range = try range()
        let assembly = repository.assembly(of: checked, platform: platform, in: range)
        let answer = EditionsAnswer(checked, assembly, in: range, platform: platform)
        print(try answer.json())
        if !answer.isValid { throw ExitCode.refused }
    }

    private func range() throws -> VersionInterval {
        let from = try from.map { try version($0, "--from") } ?? .zero
        let range = VersionInterval(from: from, until: try until.map { try version($0, "--until") })
        guard !range.isEmpty else { throw ValidationError("no version is from \(from) and before \(until ?? "")") }
        return range
    }

    private func version(_ text: String, _ option: String) throws -> ClientVersion {
        do {
            return try ClientVersion(text)
        } catch {
            throw ValidationError("\(option) \(text): \(error)")
        }
    }
}

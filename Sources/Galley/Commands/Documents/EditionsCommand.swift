import ArgumentParser
import Foundation
import JSONText
import SchemaRepository

/// The command that reports which client versions support a document, and assembles their editions.
struct EditionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "editions",
        abstract: "Report which client versions can show a document, and write their editions.",
        discussion: """
            Writes a JSON object to standard output with valid (true if the document itself is valid), full (the \
            versions that can show the whole document), degraded (those that can show it with changes), reasons, \
            editions and diagnostics. Exits with status 0 if the document and all its editions are valid, 1 if not, \
            and 2 if the input cannot be used.
            """)

    @Option(help: "ios, android or web, or another platform that the schemas name.") var platform: String
    @Option(help: "The lowest client version to report.") var from: String?
    @Option(help: "The first client version not to report.") var until: String?
    @Option(help: "The document's kind, by $id or name; by default the document's type names it.") var kind: String?
    @Option(help: "The schema repository; Galley's starter repository by default.") var schemas: String?
    @Option(help: "The directory of schemas, Templates, Public and migrations; by default above the executable.")
    var home: String?
    @Option(
        name: .customLong("client"),
        help: "The capability file of a build, to tell which editions it can decode; may be repeated.")
    var clients: [String] = []
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
        let proofs = try clients.isEmpty ? nil : proofs(of: assembly.editions, kind: checked.kind, repository)
        let answer = EditionsAnswer(checked, assembly, in: range, platform: platform, proofs: proofs)
        try StandardOutput.write(answer.json())
        if !answer.isValid { throw ExitCode.refused }
    }

    /// Returns for each edition, in order, whether the given builds in its interval can decode it.
    private func proofs(
        of editions: [Assembly.Edition], kind: DocumentKind?, _ repository: SchemaRepository
    ) throws -> [EditionProof] {
        let builds = try clients.compactMap { try build($0, repository) }
        return try editions.map { edition in
            let own = builds.filter { edition.interval.contains($0.version) }
            guard !own.isEmpty, let kind else { return .claimed }
            guard let uses = repository.capabilityUses(ofEdition: edition.bytes, kind: kind)?.uses, !uses.isIncomplete
            else { throw CommandError("comparing the document with the builds takes too long") }
            return EditionProof(of: uses, with: own)
        }
    }

    /// Reads a capability file; warns and returns nil for a build of another platform.
    private func build(_ path: String, _ repository: SchemaRepository) throws -> ClientCapabilities? {
        let file = CapabilityFile(try InputFile.text(path, limit: CapabilityFile.limits.maximumBytes))
        let reading = file.reading(by: repository, platforms: repository.platforms)
        guard let build = reading.capabilities else {
            throw CommandError(reading.diagnostics.map { $0.line(file: path) }.joined(separator: "\n"))
        }
        if build.platform == platform { return build }
        StandardError.write("\(path) is for \(build.platform), so it is ignored for \(platform)")
        return nil
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

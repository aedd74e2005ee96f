import ArgumentParser
import Foundation
import JSONSchema
import JSONText
import SchemaRepository

/// The command that checks documents against the schema repository or a schema file.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check documents and report each fault with its place and how to correct it.",
        discussion:
            "Prints FILE:LINE:COLUMN: POINTER: MESSAGE [KEYWORD]. Exit status: 0 all valid, 1 some invalid, 2 some unreadable."
    )

    @Option(help: "A schema file, or the $id or name of a kind; by default the document's type names the kind.")
    var schema: String?
    @Option(help: "The schema repository; Galley's starter repository by default.") var schemas: String?
    @Option(help: "Another schema file, which references can name by its $id; repeatable.") var with: [String] =
        []
    @Option(help: "The draft of schemas without $schema: 4, 6, 7, 2019-09 or 2020-12.") var draft: Draft = .draft2020
    @Flag(help: "Treat the keyword format as an assertion, not as an annotation.") var assertFormats = false
    @OptionGroup var format: FormatOption
    @Option(help: "The directory of schemas, Templates, Public and migrations; by default above the executable.")
    var home: String?
    @Argument(help: "The documents; - for standard input.") var files: [String]

    func validate() throws {
        if !with.isEmpty, schema == nil {
            throw ValidationError("--with needs --schema FILE: it names further schemas that FILE refers to")
        }
        if assertFormats, schema == nil { throw ValidationError("--assert-formats needs --schema FILE") }
    }

    func run() throws {
        let check = try checker()
        var allValid = true
        var unreadable: [String] = []
        for file in files {
            let bytes: [UInt8]
            do { bytes = try InputFile.text(file) } catch {
                // An unreadable file does not stop the check of the others.
                unreadable.append("\(error)")
                continue
            }
            let diagnostics = try check(bytes)
            let isValid = !diagnostics.contains { $0.severity == .error }
            allValid = allValid && isValid
            if format.format == .json {
                try StandardOutput.write(
                    FormatOption.line(
                        ValidationAnswer(
                            file: file, valid: isValid, diagnostics: diagnostics)))
            } else {
                for diagnostic in diagnostics { try StandardOutput.show(diagnostic.line(file: file)) }
            }
        }
        if !unreadable.isEmpty { throw CommandError(unreadable.joined(separator: "\n")) }
        if !allValid { throw ExitCode.refused }
    }

    private typealias Check = ([UInt8]) throws -> [Diagnostic]

    private func checker() throws -> Check {
        if let schema, FileManager.default.fileExists(atPath: schema) {
            let compiled = try SchemaFiles(draft: draft, with: with).compile(schema, assertFormats: assertFormats)
            return { try Self.validate($0, against: compiled) }
        }
        let repository = try RepositoryOption.load(schemas, home: home)
        guard let schema else { return { repository.check($0, kind: nil, limits: JSONLimits()).diagnostics } }
        if let kind = repository.kind(named: schema) {
            try refuseFileOptions()
            return { repository.check($0, kind: kind, limits: JSONLimits()).diagnostics }
        }
        guard let compiled = repository.schema(schema) else {
            throw CommandError(
                "\(schema) is neither a file nor in the schemas; the kinds are "
                    + repository.rootKinds.map(\.id).joined(separator: ", "))
        }
        try refuseFileOptions()
        return { try Self.validate($0, against: compiled) }
    }

    /// Throws ``CommandError`` for options that have an effect only with a schema from a file.
    private func refuseFileOptions() throws {
        guard with.isEmpty, !assertFormats else {
            throw CommandError("--with and --assert-formats are for a schema file, which \(schema ?? "") is not")
        }
    }

    private static func validate(_ bytes: [UInt8], against schema: Schema) throws -> [Diagnostic] {
        do {
            let document = try JSONDocument(parsing: bytes)
            let warnings = document.warnings.map { $0.diagnostic(lines: document.lines, severity: .warning) }
            return warnings + schema.validate(document.root, in: document)
        } catch let errors {
            let lines = LineTable(bytes)
            return errors.warnings.map { $0.diagnostic(lines: lines, severity: .warning) }
                + errors.errors.map { $0.diagnostic(lines: lines) }
        }
    }
}

extension Draft: ExpressibleByArgument {}

/// The result for one file.
private struct ValidationAnswer: Encodable {
    let file: String
    let valid: Bool
    let diagnostics: [Diagnostic]
}

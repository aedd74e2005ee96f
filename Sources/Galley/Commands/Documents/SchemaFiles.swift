import Foundation
import JSONSchema
import JSONText

/// Schemas that are read from files of the command line.
struct SchemaFiles {
    private var resources = SchemaResources()
    private let draft: Draft

    /// Reads the schemas in `files`, which references can name by `$id` or by the file's URL. `draft` is the draft of
    /// schemas without `$schema`.
    init(draft: Draft, with files: [String]) throws {
        self.draft = draft
        for file in files { _ = try add(file) }
    }

    /// Compiles the schema in a file; throws ``CommandError`` with the faults and their positions.
    func compile(_ file: String, assertFormats: Bool) throws -> Schema {
        var files = self
        let uri = try files.add(file)
        do {
            let options = CompileOptions(assertFormats: assertFormats, allowsEndlessDefinitions: true)
            return try Schema.compile(uri, in: files.resources, options: options)
        } catch {
            throw CommandError(
                error.diagnostics.map { $0.diagnostic.line(file: $0.uri == uri ? file : $0.uri) }.joined(
                    separator: "\n"))
        }
    }

    private mutating func add(_ file: String) throws -> String {
        let bytes = try InputFile.text(file)
        let uri = URL(fileURLWithPath: file).standardizedFileURL.absoluteString
        do {
            let document = try JSONDocument(parsing: bytes)
            resources.add(document, uri: uri, draft: document.root["$schema"] == nil ? draft : nil)
            return uri
        } catch let errors {
            let lines = LineTable(bytes)
            throw CommandError(
                errors.errors.map { $0.diagnostic(lines: lines).line(file: file) }.joined(separator: "\n"))
        }
    }
}

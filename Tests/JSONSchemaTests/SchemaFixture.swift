import JSONSchema
import JSONText

/// A schema compiled from the text in a test, and the results for documents of the test.
struct SchemaFixture {
    let schema: Schema

    /// Compiles a schema (2020-12 by default) with further documents by URI.
    init(
        _ text: String, draft: Draft = .draft2020, others: [String: String] = [:],
        options: CompileOptions = CompileOptions()
    ) throws {
        var resources = SchemaResources()
        for (uri, other) in others { resources.add(try JSONDocument(parsing: other), uri: uri, draft: draft) }
        resources.add(try JSONDocument(parsing: text), uri: "/schema", draft: draft)
        schema = try Schema.compile("/schema", in: resources, options: options)
    }

    /// Returns the diagnostics of a document as `pointer: message` lines.
    func faults(of text: String) throws -> [String] {
        try diagnostics(of: text).map { "\($0.pointer): \($0.message)" }
    }

    func diagnostics(of text: String) throws -> [Diagnostic] {
        let document = try JSONDocument(parsing: text)
        let diagnostics = schema.validate(document.root, in: document)
        // The quick validation and the one with diagnostics must agree.
        guard schema.isValid(document.root) == diagnostics.isEmpty else { throw Disagreement() }
        return diagnostics
    }

    func isValid(_ text: String) throws -> Bool {
        schema.isValid(try JSONDocument(parsing: text).root)
    }

    struct Disagreement: Error {}

    /// Returns the errors of compiling a schema as `pointer: message` lines.
    static func errors(of text: String, draft: Draft = .draft2020) -> [String] {
        do {
            _ = try SchemaFixture(text, draft: draft)
            return []
        } catch let error as SchemaError {
            return error.diagnostics.map { "\($0.diagnostic.pointer): \($0.diagnostic.message)" }
        } catch {
            return ["\(error)"]
        }
    }
}

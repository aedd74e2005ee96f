package import JSONSchema
package import JSONText
import SchemaRepository

/// A JSON Schema that stands inside a document, as a form's data have it.
package enum EmbeddedSchema {
    /// Everything that keeps an embedded schema from being used, each at its place in the whole document.
    package struct Failure: Error {
        package let diagnostics: [Diagnostic]
    }

    /// Compiles the schema that is this value.
    ///
    /// Its draft is that of its `$schema`, by default 2020-12; `dependencies` count in every draft, as form authors
    /// expect.
    package static func compile(_ schema: JSONValue, in document: JSONDocument) -> Result<Schema, Failure> {
        let start = schema.range.lowerBound
        do {
            let embedded = try JSONDocument(parsing: Array(document.bytes[schema.range]))
            var resources = SchemaResources()
            resources.add(embedded, uri: uri)
            var options = CompileOptions()
            options.dependenciesInEveryDraft = true
            return .success(try Schema.compile(uri, in: resources, options: options))
        } catch let error as SchemaError {
            return .failure(
                Failure(
                    diagnostics: error.diagnostics.map {
                        $0.diagnostic.moved(below: schema.pointer, by: start, in: document)
                    }))
        } catch {
            return .failure(Failure(diagnostics: []))
        }
    }

    private static let uri = "galley:embedded"
}

package import JSONSchema
package import JSONText
import SchemaRepository

/// A JSON Schema inside a document, such as that of a form's data.
package enum EmbeddedSchema {
    /// The faults of an embedded schema, with positions in the whole document.
    package struct Failure: Error {
        package let diagnostics: [Diagnostic]
    }

    /// Compiles an embedded schema.
    ///
    /// The schema's draft is that of its `$schema`, by default 2020-12; `dependencies` apply in every draft, as form
    /// authors expect. Compilation fails if `work` is used up.
    package static func compile(
        _ schema: JSONValue, in document: JSONDocument, within work: WorkBudget? = nil
    ) -> Result<Schema, Failure> {
        let start = schema.range.lowerBound
        do {
            let embedded = try JSONDocument(parsing: Array(document.bytes[schema.range]))
            var resources = SchemaResources()
            resources.add(embedded, uri: uri)
            var options = CompileOptions()
            options.dependenciesInEveryDraft = true
            return .success(try Schema.compile(uri, in: resources, options: options, within: work))
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

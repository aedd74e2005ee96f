import JSONSchema
import JSONText
import SchemaRepository

/// Warnings for a schema inside a document, as the schemas of a repository get them: misspelt keywords, demands that
/// contradict each other, and required names that do not exist.
enum EmbeddedSchemaLint {
    /// The warnings in the order of the schema's text.
    static func diagnostics(of schema: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        let found = Subschema.all(in: schema).flatMap { subschema in
            // Members with a prefix are the author's own.
            KeywordLint.misspellings(of: subschema.value).filter { !$0.isAnnotation }.map(\.finding)
        }
        return (found + ContradictionLint.findings(in: schema)).map { $0.diagnostic(in: document) }
            + RequiredFieldRules.diagnostics(of: schema, in: document)
    }

    /// Warnings for the values that a schema inside a document offers and refuses: defaults, examples, test values.
    static func values(of schema: JSONValue, compiled: Schema, in document: JSONDocument) -> [Diagnostic] {
        let offered = Subschema.all(in: schema).flatMap { subschema in
            values(of: subschema).map { (subschema: subschema.value, value: $0) }
        }
        guard !offered.isEmpty else { return [] }
        let nodes = Dictionary(compiled.nodes.map { ($0.location, $0) }) { first, _ in first }
        let start = schema.pointer.tokens.count
        return offered.flatMap { subschema, value in
            let place = JSONPointer(tokens: Array(subschema.pointer.tokens.dropFirst(start)))
            // A part that nothing refers to, or with an `$id` of its own, is left out.
            guard let node = nodes[compiled.root.location + place.description] else { return [Diagnostic]() }
            return ValueLint.faults(of: value, by: node, severity: .warning, in: document).filter { fault in
                // A default may be a beginning that a person completes.
                fault.code != "schema.required" || !Self.isDefault(value, of: subschema)
            }
        }
    }

    private static func values(of schema: Subschema) -> [JSONValue] {
        let own = ValueLint.values(of: schema).map(\.value)
        // At the root, too, `examples` are those of the schema: no entity of a repository has them.
        guard case .root = schema.place, let examples = schema.value["examples"] else { return own }
        return own + Array(examples.elements)
    }

    private static func isDefault(_ value: JSONValue, of schema: JSONValue) -> Bool {
        schema["default"]?.range == value.range
    }
}

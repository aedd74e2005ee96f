import JSONSchema
import JSONText
import SchemaRepository

/// Warns about problems of a schema inside a document: misspelt keywords, contradictions, and required names without a
/// property.
enum EmbeddedSchemaLint {
    /// Returns the warnings about a schema; none if `work` is used up.
    static func diagnostics(of schema: JSONValue, in document: JSONDocument, _ work: WorkBudget) -> [Diagnostic] {
        guard work.spend(schema.range.count) else { return [] }
        let found = Subschema.all(in: schema).flatMap { subschema in
            // Members that begin with `x-` are annotations of the author.
            KeywordLint.misspellings(of: subschema.value).filter { !$0.isAnnotation }.map(\.finding)
        }
        return (found + ContradictionLint.findings(in: schema)).map { $0.diagnostic(in: document) }
            + RequiredFieldRules.diagnostics(of: schema, in: document)
    }

    /// Returns warnings for defaults, examples and test values that their own schema does not accept.
    static func values(
        of schema: JSONValue, compiled: Schema, in document: JSONDocument, _ work: WorkBudget
    ) -> [Diagnostic] {
        let offered = Subschema.all(in: schema).flatMap { subschema in
            values(of: subschema).map { (subschema: subschema.value, value: $0) }
        }
        guard !offered.isEmpty else { return [] }
        let nodes = Dictionary(compiled.nodes.map { ($0.location, $0) }) { first, _ in first }
        let start = schema.pointer.tokens.count
        return offered.flatMap { subschema, value in
            guard !work.isSpent else { return [Diagnostic]() }
            let place = JSONPointer(tokens: Array(subschema.pointer.tokens.dropFirst(start)))
            // Subschemas without a compiled node are skipped: nothing refers to them, or they have an `$id` of their
            // own.
            guard let node = nodes[compiled.root.location + place.description] else { return [Diagnostic]() }
            let faults = ValueLint.faults(of: value, by: node, severity: .warning, in: document, within: work)
            return faults.filter { fault in
                // A default may be incomplete, to be completed by a person.
                fault.code != "schema.required" || !Self.isDefault(value, of: subschema)
            }
        }
    }

    private static func values(of schema: Subschema) -> [JSONValue] {
        let own = ValueLint.values(of: schema).map(\.value)
        // `ValueLint` leaves out `examples` at the root, because they are examples of an entity. Here there is no
        // entity.
        guard case .root = schema.place, let examples = schema.value["examples"] else { return own }
        return own + Array(examples.elements)
    }

    private static func isDefault(_ value: JSONValue, of schema: JSONValue) -> Bool {
        schema["default"]?.range == value.range
    }
}

import JSONText
import SchemaRepository

/// A warning for a form that nobody can complete: `required` names a field that is nowhere described.
enum RequiredFieldRules {
    /// The entries of `required` that name no field, where the schema describes its fields itself.
    static func diagnostics(of schema: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        Subschema.all(in: schema).flatMap { subschema -> [Diagnostic] in
            let value = subschema.value
            guard let properties = value["properties"], properties.kind == .object,
                let required = value["required"], required.kind == .array,
                !elsewhere.contains(where: { value[$0] != nil })
            else { return [] }
            if case .refinement = subschema.place { return [] }
            let names = properties.members.map(\.name)
            return required.elements.compactMap { entry in
                guard let name = entry.string, !names.contains(name) else { return nil }
                let suggestion = Suggestion.nearest(to: name, among: names)
                let message = "`\(name)` is required, but no field has that name" + Diagnostic.didYouMean(suggestion)
                return .rule(
                    "requiredField", message, at: entry, in: document, severity: .warning, suggestion: suggestion)
            }
        }
    }

    /// Keywords that may describe further fields.
    private static let elsewhere = [
        "$ref", "allOf", "anyOf", "oneOf", "if", "dependencies", "dependentSchemas", "patternProperties",
        "additionalProperties",
    ]
}

import JSONText
import SchemaRepository

/// Warns of a form that nobody can complete because `required` names a field that no schema describes.
enum RequiredFieldRules {
    /// Returns a warning for each entry of `required` that names no field. A schema gets no warnings if it may describe
    /// fields elsewhere, for example behind `$ref`, or if it only refines another schema.
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
                let message =
                    "\(code: name) is required, but no field has that name" + Diagnostic.didYouMean(suggestion)
                return .rule(
                    "requiredField", message, at: entry, in: document, severity: .warning, suggestion: suggestion)
            }
        }
    }

    /// Keywords with which a schema may describe further fields.
    private static let elsewhere = [
        "$ref", "allOf", "anyOf", "oneOf", "if", "dependencies", "dependentSchemas", "patternProperties",
        "additionalProperties",
    ]
}

import JSONText
import SchemaRepository

/// The rules of the error texts in a form's JSON Schema: `errors` maps keywords to texts.
enum ErrorTextRules {
    /// Returns the faults of the error texts in a form's JSON Schema.
    static func diagnostics(of schema: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        Subschema.all(in: schema).flatMap { subschema -> [Diagnostic] in
            guard let errors = subschema.value["errors"] else { return [] }
            guard errors.kind == .object else {
                let message = "`errors` must be an object of texts by keyword, as in `{\"required\": \"…\"}`"
                return [.rule("errorText", message, at: errors, in: document)]
            }
            return errors.members.filter { $0.value.kind != .string }.map { entry in
                .rule("errorText", "The error for \(code: entry.name) must be a string", at: entry.value, in: document)
            }
        }
    }
}

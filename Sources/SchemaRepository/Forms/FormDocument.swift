package import JSONText

/// A form in any of the shapes it may be written in, seen as a list of steps.
///
/// The shapes: `steps`; one step written directly (`jsonSchema`, `uiSchema`), also with a server's `pages`; a bare JSON
/// Schema.
package struct FormDocument: Sendable {
    /// The form's title, if it has one.
    package let title: String?

    /// The steps, in order.
    package let steps: [FormStep]

    /// Which step of how many a server's answer is; nil where the document has every step itself.
    package let pages: FormPages?

    /// The object that describes the button which closes the form.
    package let submit: JSONValue?

    package init(_ root: JSONValue) {
        if Self.isBareSchema(root) {
            title = root["title"]?.string
            steps = [FormStep(title: nil, jsonSchema: root, uiSchema: nil)]
            pages = nil
            submit = nil
            return
        }
        title = root["title"]?.string
        let written = root["steps"].map { Array($0.elements) } ?? [root]
        steps = written.compactMap { step in
            step["jsonSchema"].map { schema in
                FormStep(
                    title: root["steps"] == nil ? nil : step["title"]?.string, jsonSchema: schema,
                    uiSchema: step["uiSchema"])
            }
        }
        pages = root["pages"].flatMap(FormPages.init)
        submit = root["submit"]
    }

    /// Whether a form's document is nothing but the JSON Schema of its data.
    static func isBareSchema(_ root: JSONValue) -> Bool {
        guard root.kind == .object, root["steps"] == nil, root["jsonSchema"] == nil else { return false }
        if let type = root["type"] { return type.kind == .array || jsonTypes.contains(type.string ?? "") }
        return schemaMembers.contains { root[$0] != nil }
    }

    /// Whether a document that does not say what it is can be nothing but a form: a server's step, or a JSON Schema of
    /// fields.
    static func isEvident(_ root: JSONValue) -> Bool {
        if isBareSchema(root) { return root["$schema"] != nil || root["properties"]?.kind == .object }
        return root["type"] == nil && (root["steps"] ?? root["jsonSchema"]) != nil
    }

    private static let jsonTypes: Set<String> = ["object", "array", "string", "number", "integer", "boolean", "null"]
    private static let schemaMembers = ["$schema", "properties", "$ref", "allOf"]
}

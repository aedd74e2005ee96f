package import JSONText

/// A form in any of its notations, as a list of steps.
///
/// The notations are a list of `steps`; a single step (`jsonSchema`, `uiSchema`), to which a server may add `pages`;
/// and a bare JSON Schema.
package struct FormDocument: Sendable {
    /// The form's title, if any.
    package let title: String?

    /// The steps that have a `jsonSchema`, in order.
    package let steps: [FormStep]

    /// The numbers in `pages`, if the document is a server's response with a single step: the step's number and the
    /// number of all steps. Nil if one of the two is missing.
    package let pages: FormPages?

    /// The object that describes the submit button, if any.
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

    /// Returns true if a form's document is just the JSON Schema of its data.
    static func isBareSchema(_ root: JSONValue) -> Bool {
        guard root.kind == .object, root["steps"] == nil, root["jsonSchema"] == nil else { return false }
        let isSchema = schemaMembers.contains { root[$0] != nil }
        guard let type = root["type"] else { return isSchema }
        guard let word = type.string else { return type.kind == .array || isSchema }
        return jsonTypes.contains(word) || isSchema && Suggestion.nearest(to: word, among: jsonTypes) != nil
    }

    /// Returns true if the structure of a document shows that it is a form: it is a JSON Schema, or it has a member
    /// `steps` or `jsonSchema`, possibly misspelt, but no `type`.
    static func isEvident(_ root: JSONValue) -> Bool {
        if isBareSchema(root) {
            return schemaMembers.contains { root[$0] != nil && ($0 != "properties" || root[$0]?.kind == .object) }
                || root.members.allSatisfy { plainMembers.contains($0.name) }
        }
        return root["type"] == nil && root.members.contains(where: isShape)
    }

    /// Returns true if a member is typical of a form without a type, possibly misspelt.
    private static func isShape(_ member: JSONMember) -> Bool {
        switch member.name {
        case "steps", "jsonSchema": true
        default:
            switch Suggestion.nearest(to: member.name, among: ["steps", "jsonSchema"]) {
            case "steps": member.value.kind == .array
            case "jsonSchema": member.value.kind == .object
            default: false
            }
        }
    }

    private static let jsonTypes = ["object", "array", "string", "number", "integer", "boolean", "null"]

    /// The keywords by which a JSON Schema is recognized even without a `type`.
    private static let schemaMembers = [
        "$schema", "properties", "$ref", "$defs", "definitions", "allOf", "anyOf", "oneOf", "if", "patternProperties",
        "dependentSchemas", "dependentRequired",
    ]

    /// The keywords of JSON Schema that documents of other kinds may have as members too. A document with only these
    /// and a JSON type as its `type` is a JSON Schema.
    private static let plainMembers: Set<String> = [
        "type", "title", "description", "default", "examples", "enum", "const", "format", "pattern", "minLength",
        "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "items", "prefixItems",
        "minItems", "maxItems", "uniqueItems", "required", "additionalProperties", "errors",
    ]
}

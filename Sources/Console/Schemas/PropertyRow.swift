import JSONSchema
import JSONText
import Mustache
import SchemaRepository

/// A property in the schema of an entity, or in a subschema in the `$defs` of that schema.
struct PropertyRow: Sendable {
    /// The name after the names of the properties that contain it, such as `pages.current` or `steps[].title`.
    var name: String
    var words: [TypeWord]
    /// The limits from the schema, such as `minLength 1`.
    var limits: [String]
    var description: LocalizedText
    var support: SupportSummary
    /// The value of the schema's `default` as JSON text; nil if there is none.
    var defaultValue: String?
    var isRequired: Bool
    /// True if clients that do not support the property get the document without it (`x-ignorable`).
    var isIgnorable: Bool

    static let sample = PropertyRow(
        name: "title", words: TypeWord.sample, limits: ["minLength 1"], description: .sample, support: .sample,
        defaultValue: "\"m\"", isRequired: true, isIgnorable: true)
}

extension SchemaReading {
    /// The maximum depth of the properties shown; the schema's own properties have depth 0.
    private static let deepest = 3

    /// Returns the properties in a schema's own `properties`. The properties of an inline object, or of the objects in
    /// an inline array, follow the property that contains them, down to the depth `deepest`.
    func properties(of schema: JSONValue, in outer: String = "", depth: Int = 0) -> [PropertyRow] {
        guard depth <= Self.deepest, let properties = schema["properties"] else { return [] }
        let required = Set(schema["required"]?.elements.compactMap(\.string) ?? [])
        return properties.members.flatMap { member in
            let name = outer + member.name
            let own = [row(name, member.value, isRequired: required.contains(member.name))]
            if let items = member.value["items"], items["properties"] != nil {
                return own + self.properties(of: items, in: name + "[].", depth: depth + 1)
            }
            return own + self.properties(of: member.value, in: name + ".", depth: depth + 1)
        }
    }

    private func row(_ name: String, _ schema: JSONValue, isRequired: Bool) -> PropertyRow {
        var description = LocalizedText("description", of: schema, in: language)
        if description.text.isEmpty, let target = schema["$ref"]?.string.flatMap(repository.entity) {
            description = LocalizedText("description", of: target.document.root, in: language)
        }
        return PropertyRow(
            name: name, words: type(of: schema), limits: Self.limits(of: schema), description: description,
            support: support(schema), defaultValue: schema["default"]?.rawText,
            isRequired: isRequired, isIgnorable: schema[.ignorable]?.boolean ?? false)
    }

    private static func limits(of schema: JSONValue) -> [String] {
        [
            "format", "pattern", "minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum",
            "exclusiveMaximum", "multipleOf", "minItems", "maxItems", Annotation.unknownItems.rawValue,
        ].compactMap { keyword in
            schema[keyword].map { "\(keyword) \($0.string ?? $0.rawText)" }
        }
    }
}

extension PropertyRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "name": name
        case "words": words
        case "limits": limits
        case "description": description
        case "support": support
        case "defaultValue": defaultValue
        case "isRequired": isRequired
        case "isIgnorable": isIgnorable
        default: nil
        }
    }
}

import JSONSchema
import JSONText

/// Converts schemas of a simpler format to JSON Schema. A schema of this format has a `name`, a `type` such as `object`
/// or `enum`, and often a `description`; each required field has `required: true`.
///
/// Members that the format does not define are kept, so it can be mixed with keywords of JSON Schema.
struct SimpleSchemaConverter {
    /// The identifiers of the repository's entities by name, because a field's `type` may name an entity.
    let identifiers: [String: String]

    /// Returns true if a schema has this format: it has the strings `name` and `type`, and neither `$schema` nor
    /// `x-name`.
    static func applies(to root: JSONValue) -> Bool {
        root["name"]?.kind == .string && root["$schema"] == nil && root[.name] == nil
            && root["type"]?.kind == .string
    }

    /// Returns the converted schema; nil if it cannot be written as JSON.
    func converted(_ root: JSONValue) -> JSONDocument? {
        var writer = JSONWriter(pretty: true)
        write(root, naming: root["name"], into: &writer)
        return try? JSONDocument(parsing: writer.bytes)
    }

    /// Writes a schema. An object allows no members besides its fields, so that a misspelt member is found, unless the
    /// author states otherwise. If `name` is given, the object gets an optional property `type` with this constant,
    /// unless it has a field `type`.
    private func write(_ schema: JSONValue, naming name: JSONValue? = nil, into writer: inout JSONWriter) {
        guard schema.kind == .object else { return writer.raw(schema) }
        writer.beginObject()
        for member in schema.members {
            switch member.name {
            case "name" where member.value.kind == .string:
                writer.name(Annotation.name.rawValue)
                writer.raw(member.value)
            // A `type` beside a `$ref` only repeats the name of the target.
            case "type" where member.value.kind == .string && schema["$ref"] != nil: break
            case "type" where member.value.kind == .string: writeType(member.value, into: &writer)
            case "$ref" where identifiers[member.value.string ?? ""] != nil: writeType(member.value, into: &writer)
            case "values" where Self.isEnum(schema), "enum" where Self.isEnum(schema):
                writeValues(member.value, into: &writer)
            case "properties", "fields": writeFields(member.value, naming: name, into: &writer)
            case "items":
                writer.name("items")
                writeItems(member.value, into: &writer)
            // `required: true` in a field belongs to the containing schema; a list of names is merged with the names of
            // these fields. Both are written at the end.
            case "required": break
            default:
                writer.name(member.name)
                writer.raw(member.value)
            }
        }
        if Self.isObject(schema), !Self.closing.contains(where: { schema[$0] != nil }) {
            writer.name("unevaluatedProperties")
            writer.bool(false)
        }
        let required = required(of: schema)
        if !required.isEmpty {
            writer.name("required")
            writer.beginArray()
            for name in required { writer.string(name) }
            writer.endArray()
        }
        writer.endObject()
    }

    static func isEnum(_ schema: JSONValue) -> Bool { schema["type"]?.string == "enum" && schema["$ref"] == nil }

    private func writeType(_ type: JSONValue, into writer: inout JSONWriter) {
        let name = type.string ?? ""
        if let identifier = identifiers[name], !Self.types.contains(name) {
            writer.name("$ref")
            writer.string(identifier)
        } else if Self.types.contains(name) {
            writer.name("type")
            writer.string(name == "enum" ? "string" : name)
        }
    }

    /// Writes `items`: a schema, or the name of a type as a string.
    private func writeItems(_ items: JSONValue, into writer: inout JSONWriter) {
        guard items.kind == .string else { return write(items, into: &writer) }
        writer.beginObject()
        writeType(items, into: &writer)
        writer.endObject()
    }

    /// Writes the values of an enum: strings, or objects with `value` (or `name`) and a description.
    private func writeValues(_ values: JSONValue, into writer: inout JSONWriter) {
        writer.name("enum")
        writer.beginArray()
        for value in values.elements { writer.raw(Self.value(of: value)) }
        writer.endArray()
        let described = values.elements.filter { $0["description"] != nil && Self.value(of: $0).kind == .string }
        guard !described.isEmpty else { return }
        writer.name(Annotation.values.rawValue)
        writer.beginObject()
        for value in described {
            writer.name(Self.value(of: value).string ?? "")
            writer.beginObject()
            if let description = value["description"] {
                writer.name("description")
                writer.raw(description)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    static func value(of value: JSONValue) -> JSONValue { value["value"] ?? value["name"] ?? value }

    private func writeFields(_ fields: JSONValue, naming name: JSONValue?, into writer: inout JSONWriter) {
        writer.name("properties")
        writer.beginObject()
        if let name, !Self.named(fields).contains(where: { $0.name == "type" }) {
            writer.name("type")
            writer.beginObject()
            writer.name("const")
            writer.raw(name)
            writer.name("description")
            writer.string("The name of the schema.")
            writer.endObject()
        }
        for (name, field) in Self.named(fields) {
            writer.name(name)
            write(field, into: &writer)
        }
        writer.endObject()
    }

    private func required(of schema: JSONValue) -> [String] {
        let listed = schema["required"]?.elements.compactMap(\.string) ?? []
        let fields = ["properties", "fields"].compactMap { schema[$0] }.flatMap(Self.named)
        return listed + fields.filter { $0.field["required"]?.boolean == true && !listed.contains($0.name) }.map(\.name)
    }

    /// Returns the fields by name, from an object's members or from a list of objects with a `name`.
    static func named(_ fields: JSONValue) -> [(name: String, field: JSONValue)] {
        fields.members.map { ($0.name, $0.value) }
            + fields.elements.compactMap { field in field["name"]?.string.map { ($0, field) } }
    }

    /// Returns true for the schema of an object that has fields.
    private static func isObject(_ schema: JSONValue) -> Bool {
        schema["type"]?.string == "object" && ["properties", "fields"].contains { schema[$0] != nil }
    }

    /// The keywords with which an author states which members an object may have besides its fields.
    private static let closing = ["additionalProperties", "unevaluatedProperties", "patternProperties"]

    static let types: Set<String> = [
        "enum", "object", "array", "string", "number", "integer", "boolean", "null",
    ]
}

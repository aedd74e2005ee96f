import JSONText

/// A JSON Schema in a few words, as the maps and tables of modules show it.
struct ContractSummary {
    /// A member of what the schema describes.
    struct Row {
        let name: String
        let type: String
        let isRequired: Bool
        let description: String?

        /// `amount?: number`, where it need not be there.
        var text: String { "\(name)\(isRequired ? "" : "?"): \(type)" }
    }

    /// The members; empty where the schema describes none.
    let rows: [Row]
    /// The whole, such as `{item: {id: string}}`.
    let text: String

    init(_ schema: JSONValue) {
        rows = Self.rows(schema)
        text = Self.type(schema, depth: 0)
    }

    private static func rows(_ schema: JSONValue) -> [Row] {
        let required = Set(schema["required"].map { $0.elements.compactMap(\.string) } ?? [])
        return (schema["properties"].map { Array($0.members.prefix(64)) } ?? []).map { member in
            Row(
                name: member.name, type: type(member.value, depth: 1), isRequired: required.contains(member.name),
                description: member.value["description"]?.string ?? member.value["title"]?.string)
        }
    }

    private static func type(_ schema: JSONValue, depth: Int) -> String {
        if let boolean = schema.boolean { return boolean ? "any" : "never" }
        if let constant = schema["const"] { return short(constant) }
        if let words = schema["enum"] {
            let shown = words.elements.prefix(4).map(short).joined(separator: " | ")
            return words.count > 4 ? shown + " | …" : shown
        }
        if let properties = schema["properties"], properties.count > 0 {
            guard depth < 3 else { return "{…}" }
            let required = Set(schema["required"].map { $0.elements.compactMap(\.string) } ?? [])
            let members = properties.members.prefix(6).map { member in
                "\(member.name)\(required.contains(member.name) ? "" : "?"): \(type(member.value, depth: depth + 1))"
            }
            return "{" + members.joined(separator: ", ") + (properties.count > 6 ? ", …}" : "}")
        }
        let names = schema["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
        if names == ["array"] { return "[\(schema["items"].map { type($0, depth: depth + 1) } ?? "any")]" }
        if let name = names.first, names.count == 1 {
            return schema["format"]?.string.map { "\(name) (\($0.prefix(24)))" } ?? String(name.prefix(24))
        }
        if !names.isEmpty { return names.prefix(4).map { String($0.prefix(24)) }.joined(separator: " | ") }
        if let reference = schema["$ref"]?.string { return String(reference.prefix(40)) }
        for keyword in ["oneOf", "anyOf"] {
            guard let parts = schema[keyword], depth < 3 else { continue }
            return parts.elements.prefix(4).map { type($0, depth: depth + 1) }.joined(separator: " | ")
        }
        return "any"
    }

    private static func short(_ value: JSONValue) -> String {
        value.string.map { "\"\($0.prefix(24))\"" } ?? String(value.rawText.prefix(24))
    }
}

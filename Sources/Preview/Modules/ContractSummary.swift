import JSONText

/// A summary of a JSON Schema in the page's language, for the maps and tables of modules.
struct ContractSummary {
    /// A member that the schema describes.
    struct Row {
        let name: String
        let type: String
        let isRequired: Bool
        let description: String?
        /// The summary of the member, such as `amount: number · optional`.
        let text: String
    }

    /// The first 64 members; empty if the schema describes none.
    let rows: [Row]
    /// The summary of the schema: its first 6 members, such as `item: object (id: text)`, or its type if it describes
    /// no members.
    let text: String

    init(_ schema: JSONValue, words: FrameWords) {
        let names = TypeNames(words: words)
        let required = Set(schema["required"].map { $0.elements.compactMap(\.string) } ?? [])
        rows = (schema["properties"].map { Array($0.members.prefix(64)) } ?? []).map { member in
            let type = names.type(member.value, depth: 1)
            let isRequired = required.contains(member.name)
            return Row(
                name: member.name, type: type, isRequired: isRequired,
                description: member.value["description"]?.string ?? member.value["title"]?.string,
                text: "\(member.name): \(type)" + (isRequired ? "" : " · \(words["optional"])"))
        }
        let shown = rows.prefix(6).map { "\($0.name): \($0.type)" } + (rows.count > 6 ? ["…"] : [])
        text = rows.isEmpty ? names.type(schema, depth: 0) : shown.joined(separator: ", ")
    }
}

/// Describes the types of schemas in the page's language.
private struct TypeNames {
    let words: FrameWords

    func type(_ schema: JSONValue, depth: Int) -> String {
        if let boolean = schema.boolean { return words[boolean ? "type-any" : "type-never"] }
        if let constant = schema["const"] { return short(constant) }
        if let values = schema["enum"] {
            return (values.elements.prefix(4).map(short) + (values.count > 4 ? ["…"] : [])).joined(separator: " / ")
        }
        if let properties = schema["properties"], properties.count > 0 {
            guard depth < 3 else { return words["type-object"] }
            let members = properties.members.prefix(6).map { "\($0.name): \(type($0.value, depth: depth + 1))" }
            let all = members + (properties.count > 6 ? ["…"] : [])
            return "\(words["type-object"]) (\(all.joined(separator: ", ")))"
        }
        let names = schema["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
        if names == ["array"] {
            guard let items = schema["items"], depth < 8 else { return words["type-array"] }
            return "\(words["type-array"]) (\(type(items, depth: depth + 1)))"
        }
        if let name = names.first, names.count == 1 {
            return schema["format"]?.string.map { "\(word(name)) (\($0.prefix(24)))" } ?? word(name)
        }
        if !names.isEmpty { return names.prefix(4).map(word).joined(separator: " / ") }
        if let reference = schema["$ref"]?.string { return String(reference.prefix(40)) }
        for keyword in ["oneOf", "anyOf"] {
            guard let parts = schema[keyword], depth < 3 else { continue }
            return parts.elements.prefix(4).map { type($0, depth: depth + 1) }.joined(separator: " / ")
        }
        return words["type-any"]
    }

    private func word(_ name: String) -> String {
        ["string", "number", "integer", "boolean", "object", "array", "null"].contains(name)
            ? words["type-\(name)"] : String(name.prefix(24))
    }

    private func short(_ value: JSONValue) -> String {
        value.string.map { "\"\($0.prefix(24))\"" } ?? String(value.rawText.prefix(24))
    }
}

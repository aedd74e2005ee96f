import JSONText

/// A schema inside an entity's own, which its properties refer to.
struct SchemaPart: Sendable {
    var anchor: String
    var name: String
    var description: Prose
    var words: [TypeWord]
    var hasProperties: Bool
    var properties: [PropertyRow]
    var hasValues: Bool
    var values: [ValueRow]

    /// What links to a part name: an identifier of the page without anything that an address would have to escape.
    static func anchor(_ name: String) -> String {
        "part-" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }

    static let sample = SchemaPart(
        anchor: "part-Tool", name: "Tool", description: .sample, words: TypeWord.sample, hasProperties: true,
        properties: [.sample], hasValues: true, values: [.sample])
}

extension SchemaReading {
    /// The parts of a schema in its order.
    func parts(of schema: JSONValue) -> [SchemaPart] {
        (schema["$defs"].map { Array($0.members) } ?? []).map { member in
            let properties = properties(of: member.value)
            let values = member.value["x-enum"] == nil ? [] : values(of: member.value)
            return SchemaPart(
                anchor: SchemaPart.anchor(member.name), name: member.name,
                description: Prose("description", of: member.value, in: language),
                words: properties.isEmpty && values.isEmpty ? type(of: member.value) : [],
                hasProperties: !properties.isEmpty, properties: properties, hasValues: !values.isEmpty, values: values)
        }
    }
}

import JSONSchema
import JSONText

/// A subschema in the `$defs` of an entity's schema.
struct SchemaPart: Sendable {
    var anchor: String
    var name: String
    var description: LocalizedText
    var words: [TypeWord]
    var hasProperties: Bool
    var properties: [PropertyRow]
    var hasValues: Bool
    var values: [ValueRow]

    /// Returns the HTML id of the subschema with a name, for links. The id needs no escaping in an address.
    static func anchor(_ name: String) -> String {
        "part-" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }

    static let sample = SchemaPart(
        anchor: "part-Tool", name: "Tool", description: .sample, words: TypeWord.sample, hasProperties: true,
        properties: [.sample], hasValues: true, values: [.sample])
}

extension SchemaReading {
    /// Returns the subschemas in a schema's `$defs`, in source order.
    func parts(of schema: JSONValue) -> [SchemaPart] {
        (schema["$defs"].map { Array($0.members) } ?? []).map { member in
            let properties = properties(of: member.value)
            let values = member.value[.values] == nil ? [] : values(of: member.value)
            return SchemaPart(
                anchor: SchemaPart.anchor(member.name), name: member.name,
                description: LocalizedText("description", of: member.value, in: language),
                words: properties.isEmpty && values.isEmpty ? type(of: member.value) : [],
                hasProperties: !properties.isEmpty, properties: properties, hasValues: !values.isEmpty, values: values)
        }
    }
}

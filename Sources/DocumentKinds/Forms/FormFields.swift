import JSONSchema
import JSONText

/// The fields that a value of a form may have, from all of its schemas: direct, referenced, combined and conditional
/// ones.
struct FormFields {
    /// The names in schema order.
    private(set) var names: [String] = []

    /// True if the schemas also describe fields by `patternProperties` or `additionalProperties`, so that no name is
    /// taken to be wrong.
    private(set) var acceptsAnyName = false

    /// The member that is probably a misspelt `properties`.
    private(set) var misspeltProperties: String?

    /// True if the schemas have no fields and no elements, and do not accept every name.
    var isEmpty: Bool { fields.isEmpty && items.isEmpty && !acceptsAnyName }

    /// The schemas of the elements, if the value may be an array.
    private(set) var items: [SchemaNode] = []

    private var fields: [JSONName: [SchemaNode]] = [:]
    private var seen: Set<SchemaNode> = []

    init(of schemas: [SchemaNode]) {
        for schema in schemas { add(schema) }
    }

    /// Returns the schemas of a field or, for `items`, of an array's elements; nil if there is no such field.
    func schemas(of name: String) -> [SchemaNode]? {
        if let schemas = fields[JSONName(name)] { return schemas }
        return name == "items" && !items.isEmpty ? items : nil
    }

    private mutating func add(_ schema: SchemaNode) {
        guard seen.insert(schema).inserted else { return }
        for (name, property) in schema.properties {
            if fields[JSONName(name)] == nil { names.append(name) }
            fields[JSONName(name), default: []].append(property)
        }
        if schema.source["properties"] == nil, misspeltProperties == nil {
            misspeltProperties = schema.source.members.map(\.name).first(where: Self.isMisspeltProperties)
        }
        if schema.source["patternProperties"] != nil || schema.source["additionalProperties"]?.kind == .object {
            acceptsAnyName = true
        }
        if let element = schema.items { items.append(element) }
        items += schema.prefixItems
        let applied = [schema.reference, schema.dynamicReference, schema.if, schema.then, schema.else]
        for part in applied.compactMap(\.self) + schema.allOf + schema.anyOf + schema.oneOf { add(part) }
        for (_, dependent) in schema.dependentSchemas { add(dependent) }
    }

    /// Returns true if a member's name resembles `properties`, except for other keywords that end in `Properties`.
    private static func isMisspeltProperties(_ name: String) -> Bool {
        !name.hasSuffix("Properties") && Suggestion.nearest(to: name, among: ["properties"]) != nil
    }
}

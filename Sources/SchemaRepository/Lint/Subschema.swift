import JSONSchema
package import JSONText

/// A subschema in the JSON text of a schema.
package struct Subschema {
    package let value: JSONValue

    /// Its role in the containing schema.
    package let place: Place

    /// The `x-since` versions of the containing schemas by platform, the innermost one for each platform. Schemas
    /// around a definition (`$defs`, `definitions`) do not count, because the definition applies where it is referred
    /// to.
    let since: [String: ClientVersion]

    /// The role of a subschema in the containing schema.
    package enum Place {
        case root
        /// A member of `properties`.
        case property(JSONMember)
        /// Another subschema, such as a definition, the schema of elements, or a part of `allOf`.
        case part
        /// A subschema inside a condition or a branch of a union, which restricts values that are described elsewhere.
        case refinement
    }

    /// Returns a schema and all of its subschemas in text order, except `true` and `false`.
    package static func all(in schema: JSONValue) -> [Subschema] {
        var found: [Subschema] = []
        collect(schema, .root, since: [:], into: &found)
        return found
    }

    private static func collect(
        _ value: JSONValue, _ place: Place, since: [String: ClientVersion], into found: inout [Subschema]
    ) {
        guard value.kind == .object else { return }
        found.append(Subschema(value: value, place: place, since: since))
        let inner = since.merging(ClientVersion.byPlatform(in: value[.since])) { _, inner in inner }
        for keyword in value.members {
            let isRefinement = if case .refinement = place { true } else { refinements.contains(keyword.name) }
            for (child, member) in subschemas(of: keyword) {
                let childPlace: Place =
                    if isRefinement { .refinement } else if keyword.name == "properties", let member {
                        .property(member)
                    } else { .part }
                let isDefinition = definitions.contains(keyword.name)
                collect(child, childPlace, since: isDefinition ? [:] : inner, into: &found)
            }
        }
    }

    private static func subschemas(of keyword: JSONMember) -> [(JSONValue, JSONMember?)] {
        if maps.contains(keyword.name) { return keyword.value.members.map { ($0.value, $0) } }
        if lists.contains(keyword.name), keyword.value.kind == .array {
            return keyword.value.elements.map { ($0, nil) }
        }
        return singles.contains(keyword.name) ? [(keyword.value, nil)] : []
    }

    /// The keywords with schemas that are only used where something refers to them.
    private static let definitions: Set<String> = ["$defs", "definitions"]
    /// The keywords whose value is an object with a schema for each name.
    private static let maps: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies",
    ]
    /// The keywords whose value may be a list of schemas.
    private static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
    /// The keywords whose value may be a single schema.
    private static let singles: Set<String> = [
        "items", "additionalItems", "additionalProperties", "unevaluatedProperties", "unevaluatedItems",
        "propertyNames", "contains", "not", "if", "then", "else",
    ]
    /// The keywords with conditions and branches, which restrict values that are described elsewhere.
    private static let refinements: Set<String> = [
        "if", "then", "else", "not", "contains", "dependentSchemas", "dependencies", "anyOf", "oneOf", "propertyNames",
    ]
}

package import JSONText

/// Finds requirements of one schema that no value can meet, such as a minimum above the maximum, values of `enum` or
/// `const` of another type, and required members that are forbidden.
package enum ContradictionLint {
    /// Returns the contradictions in a schema and its subschemas, in the order of the subschemas.
    package static func findings(in schema: JSONValue) -> [SchemaFinding] {
        Subschema.all(in: schema).flatMap { subschema in
            let value = subschema.value
            return crossedBounds(of: value) + impossibleValues(of: value) + forbiddenMembers(of: value)
        }
    }

    private static let bounds = [
        ("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"),
        ("minProperties", "maxProperties"), ("minContains", "maxContains"),
    ]
    private static let rule = "contradiction"

    private static func crossedBounds(of schema: JSONValue) -> [SchemaFinding] {
        let inclusive = bounds.compactMap { lower, upper -> SchemaFinding? in
            crossed(schema, lower, upper) { $0 > $1 }
        }
        let exclusive = [
            ("exclusiveMinimum", "maximum"), ("minimum", "exclusiveMaximum"), ("exclusiveMinimum", "exclusiveMaximum"),
        ].compactMap { lower, upper in crossed(schema, lower, upper) { $0 >= $1 } }
        return inclusive + exclusive
    }

    private static func crossed(
        _ schema: JSONValue, _ lower: String, _ upper: String, isCrossed: (JSONNumber, JSONNumber) -> Bool
    ) -> SchemaFinding? {
        guard let lowest = schema[lower], let highest = schema[upper], let first = lowest.number,
            let last = highest.number, isCrossed(first, last)
        else { return nil }
        let message =
            "The limits contradict each other: `\(lower)` is \(lowest.excerpt) and `\(upper)` is \(highest.excerpt)"
        return SchemaFinding(rule: rule, message: message, place: .value(highest))
    }

    private static func impossibleValues(of schema: JSONValue) -> [SchemaFinding] {
        let names = types(of: schema)
        if let listed = schema["enum"], listed.kind == .array {
            if listed.elements.isEmpty {
                return [SchemaFinding(rule: rule, message: "`enum` lists no values", place: .value(listed))]
            }
            if let names, !listed.elements.contains(where: { hasType($0, among: names) }) {
                let message = "No value of `enum` is of the type \(words(names))"
                return [SchemaFinding(rule: rule, message: message, place: .value(listed))]
            }
        }
        if let constant = schema["const"], let names, !hasType(constant, among: names) {
            let message = "`const` is not of the type \(words(names))"
            return [SchemaFinding(rule: rule, message: message, place: .value(constant))]
        }
        return []
    }

    private static func forbiddenMembers(of schema: JSONValue) -> [SchemaFinding] {
        guard let required = schema["required"], required.kind == .array else { return [] }
        return required.elements.compactMap { entry in
            guard let name = entry.string, schema["properties"]?[name]?.boolean == false else { return nil }
            let message = "\(code: name) is required, and its schema allows no value"
            return SchemaFinding(rule: rule, message: message, place: .value(entry))
        }
    }

    /// Returns the names in the `type` of a schema; nil if there are none.
    private static func types(of schema: JSONValue) -> [String]? {
        guard let type = schema["type"] else { return nil }
        if let name = type.string { return [name] }
        let names = type.elements.compactMap(\.string)
        return type.kind == .array && !names.isEmpty ? names : nil
    }

    private static func hasType(_ value: JSONValue, among names: [String]) -> Bool {
        switch value.kind {
        case .null: names.contains("null")
        case .boolean: names.contains("boolean")
        case .number: names.contains("number") || (names.contains("integer") && value.number?.isInteger ?? false)
        case .string: names.contains("string")
        case .array: names.contains("array")
        case .object: names.contains("object")
        }
    }

    private static func words(_ names: [String]) -> String { names.map { "\(code: $0)" }.joined(separator: " or ") }
}

import JSONSchema
import JSONText

/// Compares two contracts, the schema of an event's payload (the source) and that of a module's input (the target):
/// every value that the source allows must be allowed by the target. Only types, listed values and required members are
/// compared.
struct ContractAgreement {
    /// Returns the reason why some value of the source contract is not allowed by the target contract, in words; nil if
    /// no reason was found.
    static func disagreement(of sources: [SchemaNode], with targets: [SchemaNode]) -> String? {
        var agreement = ContractAgreement()
        return agreement.compare(sources, with: targets)
    }

    private struct Pair: Hashable {
        let sources: [SchemaNode]
        let targets: [SchemaNode]
    }

    /// The pairs compared so far, because contracts may be recursive.
    private var seen: Set<Pair> = []

    private mutating func compare(_ sources: [SchemaNode], with targets: [SchemaNode]) -> String? {
        guard seen.insert(Pair(sources: sources, targets: targets)).inserted else { return nil }
        let (given, taken) = (Self.types(of: sources), Self.types(of: targets))
        // If a source allows every type, its author has not described the types, so they are not compared.
        if given != .any, !taken.isSuperset(of: given) {
            return "it may be \(Self.words(given.subtracting(taken))), where \(Self.words(taken)) is expected"
        }
        if let value = Self.values(of: sources)?.first(where: { value in !targets.allSatisfy { $0.isValid(value) } }) {
            return "it may be \(value.excerpt), which is not allowed there"
        }
        if given == .string, Self.isFreeText(sources), let listed = Self.values(of: targets) {
            return "it may be any text, where \(Self.list(listed)) is expected"
        }
        if given == .object { return compareMembers(of: sources, with: targets) }
        if given == .array {
            let (items, expected) = (Self.elements(of: sources), Self.elements(of: targets))
            guard !items.isEmpty, !expected.isEmpty else { return nil }
            return compare(items, with: expected).map { "an element of it: " + $0 }
        }
        return nil
    }

    private mutating func compareMembers(of sources: [SchemaNode], with targets: [SchemaNode]) -> String? {
        let expected = ContractPlace.expanded(targets, withAlternatives: false)
        for name in expected.flatMap(\.required) {
            if ContractPlace(at: JSONPointer(tokens: [name]), of: sources).isAbsent { return "it lacks \(code: name)" }
        }
        for (name, target) in expected.flatMap(\.properties) {
            guard case .described(let schemas) = ContractPlace(at: JSONPointer(tokens: [name]), of: sources),
                let reason = compare(schemas, with: [target])
            else { continue }
            return "its \(code: name): " + reason
        }
        return nil
    }

    private static func elements(of schemas: [SchemaNode]) -> [SchemaNode] {
        ContractPlace.expanded(schemas, withAlternatives: false).compactMap(\.items)
    }

    /// The maximum depth of unions inside unions that is examined.
    private static let maximumDepth = 8

    /// Returns the types that a value valid under all these schemas may have.
    private static func types(of schemas: [SchemaNode], depth: Int = 0) -> TypeSet {
        ContractPlace.expanded(schemas, withAlternatives: false).reduce(TypeSet.any) { types, schema in
            var own = schema.types
            if own.contains(.number) { own.insert(.integer) }
            if let values = (schema.constantValue.map { [$0] } ?? schema.allowedValues) {
                own.formIntersection(values.map(type).reduce(TypeSet()) { $0.union($1) })
            }
            for branches in [schema.anyOf, schema.oneOf] where !branches.isEmpty && depth < maximumDepth {
                own.formIntersection(
                    branches.map { Self.types(of: [$0], depth: depth + 1) }.reduce(TypeSet()) { $0.union($1) })
            }
            return types.intersection(own)
        }
    }

    private static func type(of value: JSONValue) -> TypeSet {
        switch value.kind {
        case .null: .null
        case .boolean: .boolean
        case .number: value.number?.isInteger ?? false ? .integer : [.integer, .number]
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Returns the shortest list of values that these schemas allow, by `const`, `enum` or all branches of a union; nil
    /// if there is none.
    private static func values(of schemas: [SchemaNode], depth: Int = 0) -> [JSONValue]? {
        let expanded = ContractPlace.expanded(schemas, withAlternatives: false)
        let own = expanded.compactMap { $0.constantValue.map { [$0] } ?? $0.allowedValues }
        guard depth < maximumDepth else { return own.min { $0.count < $1.count } }
        let chosen = expanded.flatMap { [$0.anyOf, $0.oneOf] }.filter { !$0.isEmpty }.compactMap { branches in
            let listed = branches.compactMap { values(of: [$0], depth: depth + 1) }
            return listed.count == branches.count ? listed.flatMap(\.self) : nil
        }
        return (own + chosen).min { $0.count < $1.count }
    }

    /// Returns true if the schemas allow any string, without regard to `minLength` and `format`. If a value list, a
    /// pattern, `not` or a maximum length restricts the strings, the result is false, because the allowed strings are
    /// not examined.
    private static func isFreeText(_ schemas: [SchemaNode]) -> Bool {
        values(of: schemas) == nil
            && ContractPlace.expanded(schemas, withAlternatives: true).allSatisfy {
                $0.source["pattern"] == nil && $0.source["not"] == nil && $0.source["maxLength"] == nil
            }
    }

    /// Returns the first three values in words.
    private static func list(_ values: [JSONValue]) -> String {
        let named = values.prefix(3).map(\.excerpt).joined(separator: ", ")
        return values.count > 1 ? "one of \(named)\(values.count > 3 ? " …" : "")" : named
    }

    private static func words(_ types: TypeSet) -> String {
        let words: [(TypeSet, String)] = [
            (.string, "text"), (.number, "a number"), (.integer, "a whole number"), (.boolean, "true or false"),
            (.object, "an object"), (.array, "a list"), (.null, "null"),
        ]
        let named = words.filter { word in
            types.contains(word.0) && !(word.0 == .integer && types.contains(.number))
        }
        return named.isEmpty ? "nothing" : named.map(\.1).joined(separator: " or ")
    }
}

import JSONSchema
import JSONText

/// The result of looking up a place in the values that a contract describes. A contract is the schema of an event's
/// payload or of a module's input.
enum ContractPlace {
    /// The place exists, and these subschemas apply to it.
    case described([SchemaNode])

    /// The schema allows any value there.
    case free

    /// The schema has no such place. The associated names are the members that the schema has where the lookup failed.
    case absent([String])

    var isAbsent: Bool { if case .absent = self { true } else { false } }

    /// Looks up the place of a pointer in the values of these schemas.
    init(at pointer: JSONPointer, of schemas: [SchemaNode]) {
        self = .described(schemas)
        for token in pointer.tokens {
            guard case .described(let schemas) = self else { return }
            self = Self.child(token, of: Self.expanded(schemas, withAlternatives: true))
        }
    }

    /// Returns true if every value of these schemas has something at a place: each name on the way there is required.
    static func isRequired(_ pointer: JSONPointer, of schemas: [SchemaNode]) -> Bool {
        var schemas = schemas
        for token in pointer.tokens {
            let all = expanded(schemas, withAlternatives: false)
            guard isAlwaysThere(token, in: all),
                case .described(let inner) = child(token, of: expanded(schemas, withAlternatives: true))
            else { return false }
            schemas = inner
        }
        return true
    }

    private static func isAlwaysThere(_ token: String, in schemas: [SchemaNode]) -> Bool {
        if schemas.contains(where: { $0.required.containsExactly(token) }) { return true }
        // A name is also required if every one of several alternatives requires it.
        return schemas.contains { schema in
            [schema.oneOf, schema.anyOf].contains { branches in
                !branches.isEmpty
                    && branches.allSatisfy { branch in
                        expanded([branch], withAlternatives: false).contains { $0.required.containsExactly(token) }
                    }
            }
        }
    }

    /// Returns the schemas and the schemas that they refer to or combine (`allOf`) for the same value.
    /// `withAlternatives` adds the subschemas of which only some may apply: the branches of `anyOf` and `oneOf`,
    /// `then`, `else` and `dependentSchemas`.
    static func expanded(_ schemas: [SchemaNode], withAlternatives: Bool) -> [SchemaNode] {
        var found: [SchemaNode] = []
        var seen: Set<SchemaNode> = []
        var pending = Array(schemas.reversed())
        while let schema = pending.popLast() {
            guard seen.insert(schema).inserted else { continue }
            found.append(schema)
            pending += [schema.reference, schema.dynamicReference].compactMap(\.self) + schema.allOf
            if withAlternatives {
                pending += schema.anyOf + schema.oneOf + [schema.then, schema.else].compactMap(\.self)
                pending += schema.dependentSchemas.map(\.node)
            }
        }
        return found
    }

    private static func child(_ token: String, of schemas: [SchemaNode]) -> ContractPlace {
        if schemas.contains(where: { $0.constant == false }) { return .absent([]) }
        let index = Int(token)
        let named = schemas.flatMap { schema -> [SchemaNode] in
            let element = index.flatMap { $0 < schema.prefixItems.count ? schema.prefixItems[$0] : schema.items }
            return [schema.property(token), element].compactMap(\.self) + schema.patternProperties(matching: token)
        }
        if !named.isEmpty { return .described(named) }
        let further = schemas.compactMap { $0.additionalProperties ?? $0.unevaluatedProperties }
        if further.contains(where: { $0.constant == false }) { return .absent(names(of: schemas)) }
        if !further.isEmpty { return .described(further) }
        let takesMembers = schemas.allSatisfy { !$0.types.isDisjoint(with: [.object, .array]) }
        // JSON Schema allows members that a schema does not describe, but a contract with described members is taken to
        // have only those.
        return takesMembers && names(of: schemas).isEmpty ? .free : .absent(names(of: schemas))
    }

    private static func names(of schemas: [SchemaNode]) -> [String] { schemas.flatMap { $0.properties.map(\.name) } }
}

import JSONSchema
import JSONText

/// What a schema says of a place in its values.
enum ContractPlace {
    /// These subschemas apply there.
    case described([SchemaNode])

    /// There may be anything.
    case free

    /// There can be nothing, or only what the schema does not mean; the names are those that it has beside.
    case absent([String])

    var isAbsent: Bool { if case .absent = self { true } else { false } }

    /// The place that a pointer leads to in the values of these schemas.
    init(at pointer: JSONPointer, of schemas: [SchemaNode]) {
        self = .described(schemas)
        for token in pointer.tokens {
            guard case .described(let schemas) = self else { return }
            self = Self.child(token, of: Self.expanded(schemas, withAlternatives: true))
        }
    }

    /// Whether every value of these schemas has something at a place: each name on the way is required.
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
        if schemas.contains(where: { $0.required.contains(token) }) { return true }
        // Each of some alternatives may require it.
        return schemas.contains { schema in
            [schema.oneOf, schema.anyOf].contains { branches in
                !branches.isEmpty
                    && branches.allSatisfy { branch in
                        expanded([branch], withAlternatives: false).contains { $0.required.contains(token) }
                    }
            }
        }
    }

    /// The schemas with those of the same value that they refer to and combine; also, if wanted, those of which only one
    /// may apply.
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
        // A schema that describes its members means those, although JSON Schema lets others be.
        return takesMembers && names(of: schemas).isEmpty ? .free : .absent(names(of: schemas))
    }

    private static func names(of schemas: [SchemaNode]) -> [String] { schemas.flatMap { $0.properties.map(\.name) } }
}

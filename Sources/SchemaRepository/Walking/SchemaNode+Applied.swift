import JSONSchema
import JSONText

/// Which subschemas a value meets, given that it is (or is meant to be) valid.
extension SchemaNode {
    /// The subschemas of the same value that must all hold: targets of references, `allOf`, the branch of `oneOf`, the
    /// chosen `then` or `else`, the triggered dependencies.
    func conjuncts(for value: JSONValue) -> [SchemaNode] {
        var found = [reference, dynamicReference].compactMap(\.self) + allOf
        if let branch = chosenBranch(for: value) { found.append(branch) }
        if let condition = self.if, let chosen = condition.isValid(value) ? then : self.else { found.append(chosen) }
        if value.kind == .object {
            found += dependentSchemas.compactMap { value.member($0.name) == nil ? nil : $0.node }
        }
        return found
    }

    /// The branches of `anyOf` that hold; one of them is enough.
    func alternatives(for value: JSONValue) -> [SchemaNode] {
        if oneOf.isEmpty, let branch = discriminated(anyOf, by: value) { return [branch] }
        return anyOf.filter { $0.isValid(value) }
    }

    /// The members and elements of the value with the subschemas that this node itself has for them.
    func children(of value: JSONValue) -> [AppliedChild] {
        switch value.kind {
        case .object: memberChildren(of: value)
        case .array: elementChildren(of: value)
        default: []
        }
    }

    private func chosenBranch(for value: JSONValue) -> SchemaNode? {
        if oneOf.isEmpty { return nil }
        if let branch = discriminated(oneOf, by: value) { return branch }
        // Where the schema names the property that decides, a value without it is in none of the branches.
        return discriminator?.isDeclared == true ? nil : oneOf.first { $0.isValid(value) }
    }

    private func discriminated(_ branches: [SchemaNode], by value: JSONValue) -> SchemaNode? {
        guard let discriminator, value.kind == .object, let constant = value[discriminator.property],
            let branch = discriminator.branch(for: constant), branches.indices.contains(branch)
        else { return nil }
        return branches[branch]
    }

    private func memberChildren(of value: JSONValue) -> [AppliedChild] {
        var children: [AppliedChild] = []
        var unevaluated: Set<String>?
        for member in value.members {
            let name = member.name
            let named = ([property(name)].compactMap(\.self)) + patternProperties(matching: name)
            children += named.map { AppliedChild(name: name, value: member.value, schema: $0) }
            if named.isEmpty, let additional = additionalProperties {
                children.append(AppliedChild(name: name, value: member.value, schema: additional))
            }
            if let schema = unevaluatedProperties, schema.constant == nil {
                let names = unevaluated ?? Set(value.members.map(\.name)).subtracting(evaluatedNames(of: value))
                unevaluated = names
                if names.contains(name) {
                    children.append(AppliedChild(name: name, value: member.value, schema: schema))
                }
            }
        }
        return children
    }

    private func elementChildren(of value: JSONValue) -> [AppliedChild] {
        let fixed = prefixItems
        return value.elements.enumerated().compactMap { index, element in
            let schema = index < fixed.count ? fixed[index] : items
            return schema.map { AppliedChild(name: nil, value: element, schema: $0) }
        }
    }

    /// The names that this node and those in place below it have a subschema for.
    private func evaluatedNames(of value: JSONValue, depth: Int = 0) -> Set<String> {
        if additionalProperties != nil || (depth > 0 && unevaluatedProperties != nil) {
            return Set(value.members.map(\.name))
        }
        // References that come back to themselves do not compile; the bound only keeps this function total.
        guard depth < 64 else { return [] }
        let own = value.members.map(\.name).filter { property($0) != nil || !patternProperties(matching: $0).isEmpty }
        let below = conjuncts(for: value) + alternatives(for: value) + [self.if].compactMap(\.self)
        return below.reduce(into: Set(own)) { names, node in
            guard node.isValid(value) else { return }
            names.formUnion(node.evaluatedNames(of: value, depth: depth + 1))
        }
    }
}

/// A member or element of a value with a subschema that applies to it.
struct AppliedChild {
    /// The member's name; nil for an element.
    let name: String?
    let value: JSONValue
    let schema: SchemaNode
}

import JSONText

/// Finds, for each union (`anyOf` or `oneOf`), the property whose constants select the branch: the one that
/// `x-discriminator` names, or else one for which each branch has constants of its own.
struct DiscriminatorFinder {
    let nodes: [CompiledSchema]
    /// The budget of the request that the compilation is made for.
    let work: WorkBudget?

    /// Returns the nodes with the discriminators of their unions filled in.
    func discriminated() -> [CompiledSchema] {
        nodes.map { node in
            guard let logic = node.logic, logic.anyOf.count > 1 || logic.oneOf.count > 1 else { return node }
            let declared = node.source[.discriminator]?.string
            let anyOf = discriminator(of: logic.anyOf, declared: declared)
            let oneOf = discriminator(of: logic.oneOf, declared: declared)
            if anyOf == nil && oneOf == nil { return node }
            var copy = node
            copy.logic = logic.discriminated(anyOf: anyOf, oneOf: oneOf)
            return copy
        }
    }

    private func discriminator(of branches: [SchemaID], declared: String?) -> Discriminator? {
        guard let first = branches.first, branches.count > 1 else { return nil }
        if let declared { return discriminator(declared, of: branches, isDeclared: true) }
        let candidates = properties(of: first).filter { !constants(of: $0.schema).isEmpty }.map(\.name)
        for name in candidates {
            if let found = discriminator(name, of: branches, isDeclared: false), found.isComplete { return found }
        }
        return nil
    }

    private func discriminator(_ property: String, of branches: [SchemaID], isDeclared: Bool) -> Discriminator? {
        var constants: [Discriminator.Constant] = []
        var positions: [[UInt8]: Int] = [:]
        var isComplete = true
        for (branch, schema) in branches.enumerated() {
            let own = self.constants(of: property, in: schema)
            if own.isEmpty { isComplete = false }
            for value in own {
                guard let known = positions[Array(value.utf8)] else {
                    positions[Array(value.utf8)] = constants.count
                    constants.append(Discriminator.Constant(value: value, branches: [branch]))
                    continue
                }
                // Without `x-discriminator`, a constant of two branches shows that the property is not a discriminator.
                if !isDeclared { isComplete = false }
                if constants[known].branches.last != branch { constants[known].branches.append(branch) }
            }
        }
        if constants.isEmpty { return nil }
        return Discriminator(
            property: property, constants: constants, isDeclared: isDeclared, isComplete: isComplete)
    }

    /// Returns the strings that a branch allows for a property; empty if it allows other values too.
    private func constants(of property: String, in branch: SchemaID) -> [String] {
        let properties = properties(of: branch)
        guard work?.spend(8 + properties.count) ?? true else { return [] }
        for found in properties where found.name.utf8.elementsEqual(property.utf8) {
            let constants = constants(of: found.schema)
            if !constants.isEmpty { return constants }
        }
        return []
    }

    /// Returns the properties that a schema names, also through its references and `allOf`.
    private func properties(of schema: SchemaID) -> [PropertySchema] {
        inPlace(schema).flatMap { nodes[$0].objects?.properties ?? [] }
    }

    /// Returns the strings that a schema allows; empty if it allows any other value.
    private func constants(of schema: SchemaID) -> [String] {
        for id in inPlace(schema) {
            guard let values = nodes[id].values else { continue }
            if let constant = values.constant { return [constant.string].compactMap { $0 } }
            if let allowed = values.allowed, values.others.isEmpty { return allowed.compactMap(\.string) }
        }
        return []
    }

    /// Returns the schema and those that always apply to the same value, through `$ref` and `allOf`; at most 64.
    private func inPlace(_ schema: SchemaID) -> [SchemaID] {
        var found: [SchemaID] = []
        var pending = [schema]
        while let id = pending.popLast(), found.count < 64 {
            if found.contains(id) { continue }
            found.append(id)
            pending.append(contentsOf: (nodes[id].logic?.allOf ?? []).reversed())
            if let reference = nodes[id].references?.reference { pending.append(reference) }
        }
        return found
    }
}

import JSONSchema
import JSONText

/// The subschemas that apply to a value, assuming that the value is (or should be) valid.
///
/// With a `reach`, most functions return only subschemas inside it. Once `work` is used up, the results may be
/// incomplete.
extension SchemaNode {
    /// Returns the subschemas that must all match the same value: targets of references, the parts of `allOf`, the
    /// branch of `oneOf` that the value selects or matches, the `then` or `else` that applies, and the dependencies
    /// that apply.
    func conjuncts(for value: JSONValue, within reach: SchemaReach? = nil, work: WorkBudget? = nil) -> [SchemaNode] {
        let ways = reach?.ways(from: self) ?? .all
        var found = reach?.fixedConjuncts(of: self) ?? fixedConjuncts
        if ways.contains(.branches), let branch = chosenBranch(for: value, work), reach?.contains(branch) ?? true {
            found.append(branch)
        }
        guard ways.contains(.conditions) else { return found }
        if let chosen = chosenConsequence(for: value, within: reach, work), reach?.contains(chosen) ?? true {
            found.append(chosen)
        }
        if value.kind == .object {
            for (name, node) in dependentSchemas where value.member(name) != nil && reach?.contains(node) ?? true {
                found.append(node)
            }
        }
        return found
    }

    /// The targets of references and the parts of `allOf`, which always apply together with this node.
    var fixedConjuncts: [SchemaNode] { [reference, dynamicReference].compactMap(\.self) + allOf }

    /// Returns the branches of `anyOf` that match, of which one is enough. If the value's discriminating constant
    /// selects a single branch of `anyOf`, only this one is returned, whether it matches or not. If several branches of
    /// `anyOf` or `oneOf` have the constant and none of them matches, all of these are returned, because any of them
    /// may be intended.
    ///
    /// If one branch is inside `reach`, branches outside of it are returned too.
    func alternatives(for value: JSONValue, within reach: SchemaReach? = nil, work: WorkBudget? = nil) -> [SchemaNode] {
        let ways = reach?.ways(from: self) ?? .all
        let leads: (branches: Bool, alternatives: Bool) = (ways.contains(.branches), ways.contains(.alternatives))
        guard leads.branches || leads.alternatives else { return [] }
        if oneOfCount > 0 {
            if leads.branches, case .several(let shapes) = choice(for: value) {
                let nodes = shapes.compactMap { oneOf(at: $0) }
                if !nodes.contains(where: { $0.isValid(value, within: work) }) { return nodes }
            }
            return leads.alternatives ? anyOf.filter { $0.isValid(value, within: work) } : []
        }
        guard leads.alternatives else { return [] }
        let named: [SchemaNode]
        switch choice(for: value) {
        case .one(let position): return [anyOf(at: position)].compactMap(\.self)
        case .several(let shapes): named = shapes.compactMap { anyOf(at: $0) }
        case .none: named = []
        }
        let holding = (named.isEmpty ? anyOf : named).filter { $0.isValid(value, within: work) }
        return holding.isEmpty ? named : holding
    }

    /// Visits the members and elements of the value that this node itself describes, in order, with their subschemas.
    func forEachChild(
        of value: JSONValue, within reach: SchemaReach? = nil, work: WorkBudget? = nil,
        _ visit: (AppliedChild) -> Void
    ) {
        guard reach?.ways(from: self).contains(.children) ?? true else { return }
        switch value.kind {
        case .object: forEachMember(of: value, within: reach, work, visit)
        case .array: forEachElement(of: value, within: reach, visit)
        default: break
        }
    }

    /// Returns true if this node has a union that leads to a subschema inside `reach`, but no branch of the union can
    /// be chosen for the value.
    func isUndecided(_ value: JSONValue, within reach: SchemaReach, work: WorkBudget? = nil) -> Bool {
        let ways = reach.ways(from: self)
        if oneOfCount > 0 { return ways.contains(.branches) && chosenBranch(for: value, work) == nil }
        guard ways.contains(.alternatives), !anyOf.isEmpty else { return false }
        if case .one = choice(for: value) { return false }
        return !anyOf.contains { $0.isValid(value, within: work) }
    }

    /// Returns true if this node, or a subschema that must match the same value, requires a member.
    func demandsPresence(of member: JSONMember, in value: JSONValue, work: WorkBudget? = nil, depth: Int = 0) -> Bool {
        if requires(member) { return true }
        // References that lead back to themselves do not compile. The limit of depth only guarantees that this function
        // ends.
        guard depth < 64, work?.spend() ?? true else { return false }
        return conjuncts(for: value, work: work).contains {
            $0.demandsPresence(of: member, in: value, work: work, depth: depth + 1)
        }
    }

    private func chosenConsequence(
        for value: JSONValue, within reach: SchemaReach?, _ work: WorkBudget?
    ) -> SchemaNode? {
        let (then, otherwise) = (then, self.else)
        guard let condition = self.if,
            [then, otherwise].contains(where: { $0.map { reach?.contains($0) ?? true } ?? false })
        else { return nil }
        return condition.isValid(value, within: work) ? then : otherwise
    }

    private func chosenBranch(for value: JSONValue, _ work: WorkBudget?) -> SchemaNode? {
        if oneOfCount == 0 { return nil }
        switch choice(for: value) {
        case .one(let position): return oneOf(at: position)
        case .several(let shapes):
            return shapes.lazy.compactMap { oneOf(at: $0) }.first { $0.isValid(value, within: work) }
        case .none:
            // With `x-discriminator`, a value whose discriminating property selects no branch matches none.
            return discriminator?.isDeclared == true ? nil : oneOf.first { $0.isValid(value, within: work) }
        }
    }

    /// Returns the branches that the value's discriminating property selects; several if they have the same constant.
    private func choice(for value: JSONValue) -> Discriminator.Choice {
        guard let discriminator, let constant = discriminator.decider(in: value) else { return .none }
        return discriminator.choice(for: constant)
    }

    private func forEachMember(
        of value: JSONValue, within reach: SchemaReach?, _ work: WorkBudget?, _ visit: (AppliedChild) -> Void
    ) {
        let additional = additionalProperties
        let left = unevaluatedProperties.flatMap { schema in
            schema.constant == nil && reach?.contains(schema) ?? true ? schema : nil
        }
        var unevaluated: Set<String>?
        func add(_ member: JSONMember, _ schema: SchemaNode) {
            guard reach?.contains(schema) ?? true else { return }
            visit(AppliedChild(member: member, value: member.value, schema: schema))
        }
        for member in value.members {
            let property = property(of: member)
            let patterned = patternProperties(matching: member)
            if let property { add(member, property) }
            for schema in patterned { add(member, schema) }
            if property == nil, patterned.isEmpty, let additional { add(member, additional) }
            if let left {
                let names = unevaluated ?? Set(value.members.map(\.name)).subtracting(evaluatedNames(of: value, work))
                unevaluated = names
                if names.contains(member.name) { add(member, left) }
            }
        }
    }

    private func forEachElement(of value: JSONValue, within reach: SchemaReach?, _ visit: (AppliedChild) -> Void) {
        let (fixed, rest) = (prefixItems, items)
        for (index, element) in value.elements.enumerated() {
            guard let schema = index < fixed.count ? fixed[index] : rest, reach?.contains(schema) ?? true else {
                continue
            }
            visit(AppliedChild(member: nil, value: element, schema: schema))
        }
    }

    /// Returns the names of the members that this node and the nodes applied to the same value describe.
    private func evaluatedNames(of value: JSONValue, _ work: WorkBudget?, depth: Int = 0) -> Set<String> {
        if additionalProperties != nil || (depth > 0 && unevaluatedProperties != nil) {
            return Set(value.members.map(\.name))
        }
        // References that lead back to themselves do not compile. The limit of depth only guarantees that this function
        // ends.
        guard depth < 64, work?.spend(value.count) ?? true else { return [] }
        let own = value.members.filter { property(of: $0) != nil || !patternProperties(matching: $0).isEmpty }
        let below =
            conjuncts(for: value, work: work) + alternatives(for: value, work: work) + [self.if].compactMap(\.self)
        return below.reduce(into: Set(own.map(\.name))) { names, node in
            guard node.isValid(value, within: work) else { return }
            names.formUnion(node.evaluatedNames(of: value, work, depth: depth + 1))
        }
    }
}

/// A member or element of a value with a subschema that applies to it.
struct AppliedChild {
    /// The member; nil for an element.
    let member: JSONMember?
    let value: JSONValue
    let schema: SchemaNode
}

import JSONText

/// Explains faults of the keywords that combine schemas.
extension Explainer {
    mutating func explain(_ logic: LogicKeywords, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated) {
        for schema in logic.allOf { explain(schema, value, &evaluated) }
        if !logic.anyOf.isEmpty {
            let union = Union(keyword: "anyOf", branches: logic.anyOf, discriminator: logic.anyOfDiscriminator)
            explainBranches(union, id, value, &evaluated)
        }
        if !logic.oneOf.isEmpty {
            let union = Union(keyword: "oneOf", branches: logic.oneOf, discriminator: logic.oneOfDiscriminator)
            explainBranches(union, id, value, &evaluated)
        }
        if let not = logic.not { explainNot(not, id, value) }
        if let condition = logic.condition {
            let holds = evaluator.acceptsBranch(condition, value, &evaluated)
            if let branch = holds ? logic.consequence : logic.alternative {
                if dependsOnMissing(condition, value) || !holds && isRefusedForKnownFaults(condition, value) { return }
                explain(branch, value, &evaluated)
            }
        }
    }

    /// Returns true if a condition tests a member that is already reported as missing.
    private func dependsOnMissing(_ condition: SchemaID, _ value: JSONValue) -> Bool {
        guard value.kind == .object, let objects = graph.nodes[condition].objects else { return false }
        return objects.properties.contains { hasReportedAsMissing($0.name, in: value) }
    }

    private mutating func explainBranches(
        _ union: Union, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        if let discriminator = union.discriminator, discriminator.isDeclared, value.kind == .object,
            value.member(discriminator.property) == nil
        {
            explainUnion(union, id, value, &evaluated)
            return
        }
        let positions = decidedBranches(of: union, at: value) ?? Array(union.branches.indices)
        let holding = positions.filter { evaluator.acceptsBranch(union.branches[$0], value, &evaluated) }
        if holding.isEmpty {
            explainUnion(union, id, value, &evaluated)
        } else if union.keyword == "oneOf" && holding.count > 1 {
            reportSeveral(holding, union, id, value)
        }
    }

    private func decidedBranches(of union: Union, at value: JSONValue) -> [Int]? {
        guard let discriminator = union.discriminator, discriminator.isComplete,
            let decider = value[discriminator.property]
        else { return nil }
        return discriminator.branches(for: decider)
    }

    private mutating func reportSeveral(_ holding: [Int], _ union: Union, _ id: SchemaID, _ value: JSONValue) {
        if value.kind == .object, let names = exclusiveMembers(of: union.branches) {
            let present = names.filter { value.member($0) != nil }
            report(.exactlyOne(of: names, present: present), "oneOf", id, value)
            return
        }
        // A reported fault of a member may be the reason why several branches accept the value.
        if hasReportedFaultOfChild(of: value) { return }
        let names = holding.compactMap { graph.name(of: union.branches[$0]) }
        report(.severalBranches(names: names, count: holding.count), "oneOf", id, value)
    }

    /// Returns the names of the members that the branches require, if each branch requires a different single member
    /// and nothing else, apart from `not` and `if`; nil for other unions.
    func exclusiveMembers(of branches: [SchemaID]) -> [String]? {
        var names: [String] = []
        for branch in branches {
            let node = graph.nodes[branch]
            guard let objects = node.objects, objects.required.count == 1, objects.asksOnlyPresence,
                node.values == nil, node.references == nil,
                node.logic.map({ $0.allOf.isEmpty && $0.anyOf.isEmpty && $0.oneOf.isEmpty }) ?? true
            else { return nil }
            names.append(contentsOf: objects.required)
        }
        return Set(names).count == branches.count ? names : nil
    }

    private mutating func explainNot(_ not: SchemaID, _ id: SchemaID, _ value: JSONValue) {
        var unused = Evaluated(isTracked: false)
        guard evaluator.accepts(not, value, &unused) else { return }
        let node = graph.nodes[not]
        if let objects = node.objects, objects.asksOnlyPresence, objects.required.count == 1, node.logic == nil,
            node.references == nil, let member = objects.required.first.flatMap({ value.member($0) })
        {
            report(.forbiddenProperty(name: member.name), "not", id, value, member: member)
            return
        }
        report(.not, "not", id, value)
    }
}

/// The branches of one `anyOf` or `oneOf`.
struct Union {
    let keyword: String
    let branches: [SchemaID]
    let discriminator: Discriminator?
}

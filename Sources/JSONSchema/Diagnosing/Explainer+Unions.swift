import JSONText

/// Which branch of a union was meant, and what is wrong with it.
extension Explainer {
    /// Explains a value that no branch accepts.
    mutating func explainUnion(
        _ union: Union, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        if isDone { return }
        if let discriminator = union.discriminator,
            explain(union, decidedBy: discriminator, id, value, &evaluated)
        {
            return
        }
        if value.kind == .object, let names = exclusiveMembers(of: union.branches) {
            report(.exactlyOne(of: names, present: []), union.keyword, id, value)
            return
        }
        let candidates = union.branches.filter { types(of: $0).contains(value) }
        if candidates.isEmpty {
            let types = union.branches.reduce(TypeSet()) { $0.union(self.types(of: $1)) }
            report(.type(types), union.keyword, id, value)
        } else if let only = candidates.first, candidates.count == 1 {
            let others = union.branches.filter { $0 != only }.reduce(TypeSet()) { $0.union(types(of: $1)) }
            if let allowed = constants(of: [only]), !others.isEmpty {
                let keyword = graph.nodes[only].values?.constant == nil ? "enum" : "const"
                report(.constantsOrTypes(allowed, others), keyword, only, value)
            } else {
                explain(only, value, &evaluated)
            }
        } else if let allowed = constants(of: candidates) {
            report(.enumeration(allowed: allowed, name: graph.name(of: id)), union.keyword, id, value)
        } else {
            explainNearest(of: candidates, union, id, value, &evaluated)
        }
    }

    /// Speaks of the branch that a constant chooses, or of the constant itself; false where neither is possible.
    private mutating func explain(
        _ union: Union, decidedBy discriminator: Discriminator, _ id: SchemaID, _ value: JSONValue,
        _ evaluated: inout Evaluated
    ) -> Bool {
        guard value.kind == .object else {
            if !discriminator.isDeclared { return false }
            report(.type(.object), union.keyword, id, value)
            return true
        }
        guard let decider = value[discriminator.property] else {
            if !discriminator.isDeclared { return false }
            report(.missing(property: discriminator.property, owner: graph.name(of: id)), "required", id, value)
            evaluated.insertAllMembers()
            return true
        }
        if let branch = discriminator.branch(for: decider) {
            explain(union.branches[branch], value, &evaluated)
            return true
        }
        if !discriminator.isDeclared && !discriminator.isComplete { return false }
        if decider.kind == .string {
            let allowed = discriminator.constants.map(\.value)
            report(
                .unknownDiscriminator(property: discriminator.property, allowed: allowed, owner: graph.name(of: id)),
                union.keyword, id, decider)
        } else {
            report(.type(.string), union.keyword, id, decider)
        }
        evaluated.insertAllMembers()
        return true
    }

    /// Tries each branch and tells the faults of the nearest; of equally near ones only that none fits.
    private mutating func explainNearest(
        of candidates: [SchemaID], _ union: Union, _ id: SchemaID, _ value: JSONValue, _ evaluated: inout Evaluated
    ) {
        var best: (distance: Distance, failures: [Failure], branch: SchemaID, isShared: Bool)?
        if trials < 2 {
            for branch in candidates {
                let failures = attempt { explainer in
                    var unused = Evaluated(isTracked: false)
                    explainer.explain(branch, value, &unused)
                }
                let distance = Distance(of: failures, at: value)
                guard let known = best else {
                    best = (distance, failures, branch, false)
                    continue
                }
                if distance < known.distance {
                    best = (distance, failures, branch, false)
                } else if distance == known.distance && !Self.sameFaults(failures, known.failures) {
                    best?.isShared = true
                }
            }
        }
        evaluated.insertAllMembers()
        evaluated.insertAllItems()
        if let best, !best.isShared, !best.failures.isEmpty, best.failures.count <= 4 {
            append(best.failures)
            return
        }
        let names = candidates.compactMap { graph.name(of: $0) }
        let types = candidates.reduce(TypeSet()) { $0.union(self.types(of: $1)) }
        report(.noBranch(names: names, types: types), union.keyword, id, value)
    }

    /// Whether two branches are refused for the same reasons, so that either may speak.
    private static func sameFaults(_ some: [Failure], _ others: [Failure]) -> Bool {
        func sentence(_ failure: Failure) -> String {
            DiagnosticWording.message(for: failure.kind, found: failure.value).text
        }
        return some.count == others.count
            && zip(some, others).allSatisfy { $0.value.range == $1.value.range && sentence($0) == sentence($1) }
    }

    /// The types that a branch surely asks for, through references and combined schemas of some depth.
    private func types(of branch: SchemaID, depth: Int = 0) -> TypeSet {
        let all = TypeSet.any.union(.literalInteger)
        let node = graph.nodes[branch]
        if let constant = node.constant { return constant ? all : [] }
        var types = Self.widened(node.types)
        if let values = node.values { types.formIntersection(Self.types(of: values)) }
        guard depth < 6 else { return types }
        if let reference = node.references?.reference {
            types.formIntersection(self.types(of: reference, depth: depth + 1))
        }
        if let dynamic = node.references?.dynamic {
            types.formIntersection(self.types(of: evaluator.target(of: dynamic), depth: depth + 1))
        }
        for schema in node.logic?.allOf ?? [] {
            types.formIntersection(self.types(of: schema, depth: depth + 1))
        }
        for union in [node.logic?.anyOf ?? [], node.logic?.oneOf ?? []] where !union.isEmpty {
            types.formIntersection(union.reduce(TypeSet()) { $0.union(self.types(of: $1, depth: depth + 1)) })
        }
        return types
    }

    /// The same set with every kind of number that its members include.
    private static func widened(_ types: TypeSet) -> TypeSet {
        if types.contains(.number) { return types.union([.integer, .literalInteger]) }
        return types.contains(.integer) ? types.union(.literalInteger) : types
    }

    private static func types(of values: ValueKeywords) -> TypeSet {
        let listed = values.constant.map { [$0] } ?? values.allowed ?? []
        return listed.reduce(TypeSet()) { types, value in
            switch value.kind {
            case .null: types.union(.null)
            case .boolean: types.union(.boolean)
            case .number: types.union([.number, .integer, .literalInteger])
            case .string: types.union(.string)
            case .array: types.union(.array)
            case .object: types.union(.object)
            }
        }
    }

    /// The values of branches that do nothing but list values; nil for any other union.
    private func constants(of branches: [SchemaID]) -> [JSONValue]? {
        var all: [JSONValue] = []
        for branch in branches {
            let node = graph.nodes[branch]
            guard let values = node.values, node.objects == nil, node.logic == nil, node.references == nil else {
                return nil
            }
            all += values.constant.map { [$0] } ?? values.allowed ?? []
        }
        return all
    }
}

/// How far a value is from fitting: wrong constants and forms count most, then the number of faults.
private struct Distance: Comparable {
    private let wrongForm: Int
    private let count: Int

    init(of failures: [Failure], at value: JSONValue) {
        var wrongForm = 0
        for failure in failures where failure.isAbout(value) { wrongForm += failure.wrongness }
        self.wrongForm = wrongForm
        count = failures.count
    }

    static func < (one: Distance, other: Distance) -> Bool {
        (one.wrongForm, one.count) < (other.wrongForm, other.count)
    }
}

extension Failure {
    /// Whether it stands at a value or at a member of it, not deeper.
    fileprivate func isAbout(_ other: JSONValue) -> Bool {
        if value.range == other.range { return true }
        if case .constant = kind { return other.members.contains { $0.value.range == value.range } }
        return false
    }

    /// How strongly the fault says that another branch was meant.
    fileprivate var wrongness: Int {
        switch kind {
        case .constant, .constantsOrTypes, .type: 8
        case .missing, .unknownProperty, .forbiddenProperty: 2
        default: keyword == "type" ? 8 : 1
        }
    }
}

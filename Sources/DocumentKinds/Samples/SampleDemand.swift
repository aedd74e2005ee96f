import JSONSchema
import JSONText

/// All subschemas that one value must match, after a branch of each union and the outcome of each condition have been
/// chosen.
struct SampleDemand {
    /// The subschemas, including those behind references and `allOf`, the chosen branches, and the conditions
    /// that are assumed to hold.
    private(set) var nodes: [SchemaNode] = []
    /// The number of possible choices of each decision, in the order of the decisions.
    private(set) var ways: [Int] = []
    /// The names of members that a decision assumes to be present.
    private(set) var wanted: [String] = []
    /// The names of members that should be absent.
    private(set) var unwanted: Set<JSONName> = []
    /// The members whose values should not match the given subschema.
    private(set) var avoided: [(name: String, node: SchemaNode)] = []

    private let decisions: [Int]
    private let coverage: SampleOptions.Coverage
    private let open: Set<SchemaNode>
    private var seen: Set<SchemaNode> = []
    private var decidedDependents: Set<SchemaNode> = []

    /// Collects the subschemas. `decisions` are the indices of the choices; for every decision beyond them, the first
    /// choice is used. `open` are the subschemas of the values around this one.
    init(
        _ schemas: [SchemaNode], decisions: [Int], coverage: SampleOptions.Coverage, open: Set<SchemaNode>,
        heights: inout SchemaHeights, work: WorkBudget
    ) {
        self.decisions = decisions
        self.coverage = coverage
        self.open = open
        var pending = Array(schemas.reversed())
        repeat {
            while let node = pending.popLast(), work.spend() {
                guard seen.insert(node).inserted else { continue }
                nodes.append(node)
                pending += following(node, &heights).reversed()
            }
            pending = dependents()
        } while !pending.isEmpty && work.spend(nodes.count)
    }

    /// The types that every subschema allows.
    var types: TypeSet {
        nodes.reduce(TypeSet.any) { types, node in
            var own = node.types
            if own.contains(.number) { own.insert(.integer) }
            return types.intersection(own)
        }
    }

    /// The required names, including those that other required names demand.
    var required: [String] {
        var names = nodes.flatMap(\.required) + wanted.sorted()
        var known: Set<JSONName> = []
        names = names.filter { known.insert(JSONName($0)).inserted }
        var index = 0
        while index < names.count {
            for name in companions(of: names[index]) where known.insert(JSONName(name)).inserted {
                names.append(name)
            }
            index += 1
        }
        return names
    }

    /// Returns the names that must be present if `name` is.
    func companions(of name: String) -> [String] {
        nodes.flatMap { $0.dependentRequired.filter { $0.name.isExactly(name) }.flatMap(\.required) }
    }

    /// Returns the subschemas of a member; empty if no subschema describes it.
    func schemas(ofMember name: String) -> [SchemaNode] {
        var found: [SchemaNode] = []
        for node in nodes {
            let own = [node.property(name)].compactMap(\.self) + node.patternProperties(matching: name)
            found += own
            if own.isEmpty, let additional = node.additionalProperties { found.append(additional) }
        }
        return found.isEmpty ? nodes.compactMap(\.unevaluatedProperties) : found
    }

    /// Returns the subschemas of an element; empty if no subschema describes it.
    func schemas(ofElement index: Int) -> [SchemaNode] {
        let found = nodes.compactMap { node -> SchemaNode? in
            let fixed = node.prefixItems
            return index < fixed.count ? fixed[index] : node.items
        }
        return found.isEmpty ? nodes.compactMap(\.unevaluatedItems) : found
    }

    // MARK: Decisions

    private mutating func decide(_ count: Int) -> Int {
        ways.append(count)
        let position = ways.count - 1
        return position < decisions.count ? min(decisions[position], count - 1) : 0
    }

    private mutating func following(_ node: SchemaNode, _ heights: inout SchemaHeights) -> [SchemaNode] {
        var found = [node.reference, node.dynamicReference].compactMap(\.self) + node.allOf
        for branches in [node.oneOf, node.anyOf] where !branches.isEmpty {
            let ordered = ordered(branches, &heights)
            found.append(ordered[decide(ordered.count)])
        }
        if let condition = node.if, node.then != nil || node.else != nil {
            let holdsFirst = coverage == .everything || condition.required.isEmpty
            if (decide(2) == 0) == holdsFirst {
                found += [condition, node.then].compactMap(\.self)
            } else {
                avoid(condition)
                if let alternative = node.else { found.append(alternative) }
            }
        }
        if let negated = node.not { avoid(negated) }
        return found
    }

    /// Sorts branches. Those that lead back to a subschema in `open`, or that no finite value matches, come last; those
    /// that only null or no value matches come before them, after all others. If only required members are wanted,
    /// flatter branches come first.
    private func ordered(_ branches: [SchemaNode], _ heights: inout SchemaHeights) -> [SchemaNode] {
        var ranked: [(rank: Int, node: SchemaNode)] = []
        for branch in branches {
            let leadsBack = branch.target.map(open.contains) ?? open.contains(branch)
            let height = heights.height(of: branch)
            let isNothing = branch.types == .null || branch.constant == false
            let rank = leadsBack || height >= SchemaHeights.endless ? 1000 + height : isNothing ? 500 : 0
            ranked.append((coverage == .required && rank < 1000 ? rank + height : rank, branch))
        }
        return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.node)
    }

    /// Records which members would make a value match a subschema that it should not match.
    private mutating func avoid(_ node: SchemaNode) {
        let named = node.required.filter { node.property($0) != nil }
        if node.required.count == 1, named.isEmpty { unwanted.formUnion(node.required.map { JSONName($0) }) }
        for (name, property) in node.properties where property.constant == nil { avoided.append((name, property)) }
    }

    /// Returns the subschemas of `dependentSchemas` whose names are required or assumed to be present. For each
    /// optional name, a decision determines whether it is present.
    private mutating func dependents() -> [SchemaNode] {
        let required = Set(required.map { JSONName($0) })
        var found: [SchemaNode] = []
        for node in nodes {
            for (name, dependent) in node.dependentSchemas where !decidedDependents.contains(dependent) {
                if required.contains(JSONName(name)) {
                    decidedDependents.insert(dependent)
                    found.append(dependent)
                    continue
                }
                // All names that a found subschema requires must be known before optional names are decided.
                guard found.isEmpty else { continue }
                decidedDependents.insert(dependent)
                if (decide(2) == 0) == (coverage == .everything) {
                    wanted.append(name)
                    found.append(dependent)
                } else {
                    unwanted.insert(JSONName(name))
                }
            }
        }
        return found
    }
}

extension SchemaNode {
    /// The subschema that a reference leads to.
    var target: SchemaNode? { reference ?? dynamicReference }
}

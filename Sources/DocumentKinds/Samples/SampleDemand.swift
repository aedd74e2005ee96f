import JSONSchema
import JSONText

/// Every subschema that a value is to meet at once, once it is decided which way alternatives go.
struct SampleDemand {
    /// The subschemas, references and `allOf` followed, chosen branches and conditions included.
    private(set) var nodes: [SchemaNode] = []
    /// How many ways each decision had, in the order in which they were taken.
    private(set) var ways: [Int] = []
    /// Names that a decision took as present.
    private(set) var wanted: Set<String> = []
    /// Names that had better be absent.
    private(set) var unwanted: Set<String> = []
    /// Members whose values had better not fit a subschema.
    private(set) var avoided: [(name: String, node: SchemaNode)] = []

    private let decisions: [Int]
    private let coverage: SampleOptions.Coverage
    private let open: Set<SchemaNode>
    private var seen: Set<SchemaNode> = []
    private var decidedDependents: Set<SchemaNode> = []

    /// Follows the decisions, and takes the first way where they say nothing.
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

    /// The names of `required`, with those that they bring along.
    var required: [String] {
        var names = nodes.flatMap(\.required) + wanted.sorted()
        var known = Set<String>()
        names = names.filter { known.insert($0).inserted }
        var index = 0
        while index < names.count {
            for name in companions(of: names[index]) where known.insert(name).inserted { names.append(name) }
            index += 1
        }
        return names
    }

    /// The names that must come with a name.
    func companions(of name: String) -> [String] {
        nodes.flatMap { $0.dependentRequired.filter { $0.name == name }.flatMap(\.required) }
    }

    /// The subschemas of a member; empty where nothing is said of it.
    func schemas(ofMember name: String) -> [SchemaNode] {
        var found: [SchemaNode] = []
        for node in nodes {
            let own = [node.property(name)].compactMap(\.self) + node.patternProperties(matching: name)
            found += own
            if own.isEmpty, let additional = node.additionalProperties { found.append(additional) }
        }
        return found.isEmpty ? nodes.compactMap(\.unevaluatedProperties) : found
    }

    /// The subschemas of an element; empty where nothing is said of it.
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

    /// The branches, those last that lead back to where they stand or hold nothing.
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

    /// Notes what would make a subschema hold that should not.
    private mutating func avoid(_ node: SchemaNode) {
        let named = node.required.filter { node.property($0) != nil }
        if node.required.count == 1, named.isEmpty { unwanted.formUnion(node.required) }
        for (name, property) in node.properties where property.constant == nil { avoided.append((name, property)) }
    }

    /// The subschemas that come with names that are there; whether an optional name is there is decided.
    private mutating func dependents() -> [SchemaNode] {
        let required = Set(required)
        var found: [SchemaNode] = []
        for node in nodes {
            for (name, dependent) in node.dependentSchemas where !decidedDependents.contains(dependent) {
                if required.contains(name) {
                    decidedDependents.insert(dependent)
                    found.append(dependent)
                    continue
                }
                // Every name that something required names has to be known before the others are decided.
                guard found.isEmpty else { continue }
                decidedDependents.insert(dependent)
                if (decide(2) == 0) == (coverage == .everything) {
                    wanted.insert(name)
                    found.append(dependent)
                } else {
                    unwanted.insert(name)
                }
            }
        }
        return found
    }
}

extension SchemaNode {
    /// What a subschema that only refers refers to.
    var target: SchemaNode? { reference ?? dynamicReference }
}

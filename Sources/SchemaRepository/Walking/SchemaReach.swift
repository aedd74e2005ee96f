import JSONSchema

/// The subschemas of a compiled schema that a walk has to visit to find certain subschemas, the marked ones: these
/// themselves, and all subschemas that lead to a marked one.
struct SchemaReach: Sendable {
    /// The parts of a subschema that may lead to a marked one.
    struct Ways: OptionSet, Sendable {
        let rawValue: UInt8

        /// `then`, `else` and dependencies.
        static let conditions = Ways(rawValue: 1)
        /// The branches of `oneOf`.
        static let branches = Ways(rawValue: 2)
        /// The branches of `anyOf`.
        static let alternatives = Ways(rawValue: 4)
        /// The schemas of members and elements.
        static let children = Ways(rawValue: 8)
        /// The subschema is marked or leads to a marked one.
        static let any = Ways(rawValue: 16)

        static let all: Ways = [.conditions, .branches, .alternatives, .children, .any]
    }

    private let ways: [Ways]
    /// The targets of references and the parts of `allOf` that are marked or lead to a marked subschema, by the number
    /// of the subschema that contains them.
    private let fixed: [[SchemaNode]]

    /// Finds the subschemas that lead to marked ones.
    init(in schema: Schema, to isMarked: (SchemaNode) -> Bool) {
        let steps = schema.nodes.map(Steps.init)
        var origins = [[Int]](repeating: [], count: steps.count)
        for step in steps { for target in step.all { origins[target].append(step.id) } }
        var reaches = [Bool](repeating: false, count: steps.count)
        var open = schema.nodes.filter(isMarked).map(\.id)
        for id in open { reaches[id] = true }
        while let id = open.popLast() {
            for origin in origins[id] where !reaches[origin] {
                reaches[origin] = true
                open.append(origin)
            }
        }
        ways = steps.map { $0.ways { reaches[$0] } }
        fixed = schema.nodes.map { $0.fixedConjuncts.filter { reaches[$0.id] } }
    }

    /// The number of subschemas in the compiled schema.
    var count: Int { ways.count }

    /// Returns the parts of a subschema that lead to a marked one; empty if a walk from it finds nothing.
    func ways(from node: SchemaNode) -> Ways { ways[node.id] }

    /// Returns the targets of references and the parts of `allOf` that are marked or lead to a marked subschema; they
    /// always apply together with the node.
    func fixedConjuncts(of node: SchemaNode) -> [SchemaNode] { fixed[node.id] }

    /// Returns true if a subschema is marked or leads to a marked one.
    func contains(_ node: SchemaNode) -> Bool { ways[node.id].contains(.any) }

    /// The subschemas directly below a subschema, by the way in which they apply.
    private struct Steps {
        let id: Int
        let fixed: [Int]
        let conditions: [Int]
        let branches: [Int]
        let alternatives: [Int]
        let children: [Int]

        init(_ node: SchemaNode) {
            id = node.id
            fixed = node.fixedConjuncts.map(\.id)
            let consequences = [node.then, node.else].compactMap(\.self)
            conditions = (consequences + node.dependentSchemas.map(\.node)).map(\.id)
            branches = node.oneOf.map(\.id)
            alternatives = node.anyOf.map(\.id)
            let others = [node.additionalProperties, node.unevaluatedProperties, node.items].compactMap(\.self)
            let named = node.properties.map(\.node) + node.patternProperties.map(\.node)
            children = (named + others + node.prefixItems).map(\.id)
        }

        var all: [Int] { fixed + conditions + branches + alternatives + children }

        func ways(reaching reaches: (Int) -> Bool) -> Ways {
            var ways: Ways = reaches(id) ? .any : []
            if conditions.contains(where: reaches) { ways.insert(.conditions) }
            if branches.contains(where: reaches) { ways.insert(.branches) }
            if alternatives.contains(where: reaches) { ways.insert(.alternatives) }
            if children.contains(where: reaches) { ways.insert(.children) }
            return ways
        }
    }
}

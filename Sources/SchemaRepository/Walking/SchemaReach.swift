import JSONSchema

/// Which subschemas of a compiled schema a walk has to look at: those that are marked, and those from which it may come
/// to a marked one.
struct SchemaReach: Sendable {
    /// What of a subschema may lead to a marked one.
    struct Ways: OptionSet, Sendable {
        let rawValue: UInt8

        /// References, `allOf`, `then`, `else` and dependencies.
        static let conjuncts = Ways(rawValue: 1)
        /// `oneOf`.
        static let branches = Ways(rawValue: 2)
        /// `anyOf`.
        static let alternatives = Ways(rawValue: 4)
        /// The schemas of members and elements.
        static let children = Ways(rawValue: 8)
        /// It is marked or leads to what is.
        static let any = Ways(rawValue: 16)

        static let all: Ways = [.conjuncts, .branches, .alternatives, .children, .any]
    }

    private let ways: [Ways]

    /// What leads to the subschemas that are marked.
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
    }

    /// The number of subschemas in the compiled schema.
    var count: Int { ways.count }

    /// What of a subschema leads on; empty where a walk from it finds nothing.
    func ways(from node: SchemaNode) -> Ways { ways[node.id] }

    /// Whether a walk from a subschema may find something.
    func contains(_ node: SchemaNode) -> Bool { ways[node.id].contains(.any) }

    /// The subschemas of a subschema that may apply where it does, or to what is inside.
    private struct Steps {
        let id: Int
        let conjuncts: [Int]
        let branches: [Int]
        let alternatives: [Int]
        let children: [Int]

        init(_ node: SchemaNode) {
            id = node.id
            let single = [node.reference, node.dynamicReference, node.then, node.else].compactMap(\.self)
            conjuncts = (single + node.allOf + node.dependentSchemas.map(\.node)).map(\.id)
            branches = node.oneOf.map(\.id)
            alternatives = node.anyOf.map(\.id)
            let others = [node.additionalProperties, node.unevaluatedProperties, node.items].compactMap(\.self)
            let named = node.properties.map(\.node) + node.patternProperties.map(\.node)
            children = (named + others + node.prefixItems).map(\.id)
        }

        var all: [Int] { conjuncts + branches + alternatives + children }

        func ways(reaching reaches: (Int) -> Bool) -> Ways {
            var ways: Ways = reaches(id) ? .any : []
            if conjuncts.contains(where: reaches) { ways.insert(.conjuncts) }
            if branches.contains(where: reaches) { ways.insert(.branches) }
            if alternatives.contains(where: reaches) { ways.insert(.alternatives) }
            if children.contains(where: reaches) { ways.insert(.children) }
            return ways
        }
    }
}

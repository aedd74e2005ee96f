import JSONSchema
import JSONText

/// What a check has to look for in a compiled schema besides what the schema itself demands: the subschemas with rules
/// of their own, those whose texts may stand only once, and those that call something deprecated.
struct CheckMarks: Sendable {
    /// What leads to a marked subschema.
    let reach: SchemaReach

    private let rules: [Int: [any DocumentRules]]
    private let deprecating: Set<Int>
    private let unique: Set<Int>

    init(of schema: Schema, by ruleSet: DocumentRuleSet) {
        var rules: [Int: [any DocumentRules]] = [:]
        var deprecating: Set<Int> = []
        var unique: Set<Int> = []
        for node in schema.nodes {
            let own = ruleSet.rules(for: node.source)
            if !own.isEmpty { rules[node.id] = own }
            if DeprecationWarnings.isDeprecating(node.source) { deprecating.insert(node.id) }
            if UniqueNames.apply(to: node) { unique.insert(node.id) }
        }
        self.rules = rules
        self.deprecating = deprecating
        self.unique = unique
        reach = SchemaReach(in: schema) {
            rules[$0.id] != nil || deprecating.contains($0.id) || unique.contains($0.id)
        }
    }

    /// The rules for values of a subschema.
    func rules(of node: SchemaNode) -> [any DocumentRules] { rules[node.id] ?? [] }

    /// Whether a subschema calls itself, or a value of its own, deprecated.
    func isDeprecating(_ node: SchemaNode) -> Bool { deprecating.contains(node.id) }

    /// Whether the texts of a subschema may stand only once in a document.
    func isUnique(_ node: SchemaNode) -> Bool { unique.contains(node.id) }

    /// Every value with a marked subschema, a value before what is inside it.
    func pairs(from root: SchemaNode, _ value: JSONValue, work: WorkBudget? = nil) -> [SchemaWalk.Pair] {
        SchemaWalk.pairs(from: root, value, within: reach, work: work) {
            rules[$0.id] != nil || deprecating.contains($0.id) || unique.contains($0.id)
        }
    }
}

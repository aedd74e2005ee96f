import JSONSchema
import JSONText

/// The subschemas of a compiled schema that need checks beyond JSON Schema: document rules, unique names, and
/// deprecation.
struct CheckMarks: Sendable {
    /// The subschemas that a walk visits to find those that need these checks.
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

    /// Returns the rules for values of a subschema.
    func rules(of node: SchemaNode) -> [any DocumentRules] { rules[node.id] ?? [] }

    /// Returns true if a subschema, or a value of its enum, is deprecated.
    func isDeprecating(_ node: SchemaNode) -> Bool { deprecating.contains(node.id) }

    /// Returns true if the strings that match a subschema must be unique in the document.
    func isUnique(_ node: SchemaNode) -> Bool { unique.contains(node.id) }

    /// Returns pairs of a value and a subschema that applies to it and needs these checks; outer values come before
    /// inner ones. Incomplete if `work` is used up.
    func pairs(from root: SchemaNode, _ value: JSONValue, work: WorkBudget? = nil) -> [SchemaWalk.Pair] {
        SchemaWalk.pairs(from: root, value, within: reach, work: work, where: isMarked)
    }

    /// Returns the pairs that `pairs(from:_:work:)` returns, except those of values in `seen` and of values inside
    /// them, and adds the visited values to `seen`. Edited copies of a document share `seen`, so that each of their
    /// values is returned once.
    func newPairs(
        from root: SchemaNode, _ value: JSONValue, seen: inout ValueTable, work: WorkBudget
    ) -> [SchemaWalk.Pair] {
        SchemaWalk.newPairs(from: root, value, within: reach, seen: &seen, work: work, where: isMarked)
    }

    /// Adds values of a document to `seen`; `depth` decides for each value whether the values inside it are added too.
    func markSeen(
        _ value: JSONValue, from root: SchemaNode, seen: inout ValueTable, work: WorkBudget,
        to depth: @escaping (JSONValue, SchemaNode) -> SchemaWalk.Depth
    ) {
        _ = SchemaWalk.newPairs(
            from: root, value, within: reach, seen: &seen, work: work, where: { _ in false }, to: depth)
    }

    private func isMarked(_ node: SchemaNode) -> Bool {
        rules[node.id] != nil || deprecating.contains(node.id) || unique.contains(node.id)
    }
}

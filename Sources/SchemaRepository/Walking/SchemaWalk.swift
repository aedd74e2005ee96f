import JSONSchema
import JSONText

/// A walk over a document and its schema at once: which subschemas apply to which values.
///
/// The document may have faults; what a fault makes undecidable is left out.
struct SchemaWalk {
    /// A value and a subschema that applies to it.
    struct Pair {
        let schema: SchemaNode
        let value: JSONValue
    }

    private var found: [Pair] = []
    private let isWanted: (SchemaNode) -> Bool

    /// Every pair whose subschema is wanted, a value before what is inside it.
    static func pairs(from schema: SchemaNode, _ value: JSONValue, where isWanted: @escaping (SchemaNode) -> Bool)
        -> [Pair]
    {
        var walk = SchemaWalk(isWanted: isWanted)
        walk.visit(schema, value)
        return walk.found
    }

    private init(isWanted: @escaping (SchemaNode) -> Bool) { self.isWanted = isWanted }

    private mutating func visit(_ root: SchemaNode, _ value: JSONValue) {
        var inPlace = [root]
        var seen: Set<SchemaNode> = []
        var children: [AppliedChild] = []
        while let schema = inPlace.popLast() {
            guard seen.insert(schema).inserted else { continue }
            if isWanted(schema) { found.append(Pair(schema: schema, value: value)) }
            inPlace += schema.conjuncts(for: value) + schema.alternatives(for: value)
            children += schema.children(of: value)
        }
        for child in children { visit(child.schema, child.value) }
    }
}

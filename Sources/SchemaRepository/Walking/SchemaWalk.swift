import JSONSchema
import JSONText

/// Walks a document and its schema together and finds the subschemas that apply to each value.
///
/// The document may have faults; values that cannot be assigned to a schema because of a fault are left out.
struct SchemaWalk {
    /// A value and a subschema that applies to it.
    struct Pair {
        let schema: SchemaNode
        let value: JSONValue
    }

    /// The part of a value that a walk visits after it has marked the value as seen.
    enum Depth {
        /// Nothing: the value is only marked as seen.
        case value
        /// The value itself; each value inside it has a depth of its own.
        case children
        /// The value and everything inside it.
        case whole
    }

    private var found: [Pair] = []
    private let reach: SchemaReach
    private let isWanted: (SchemaNode) -> Bool
    private let work: WorkBudget?
    /// The number of values visited so far.
    private var visits = 0
    /// The number of the visit in which each subschema was last applied, by the subschema's number.
    private var lastVisits: [Int]
    /// The values that earlier walks have seen, by the subschema that describes them; nil to visit all.
    private var seen: ValueTable?
    private var depth: (JSONValue, SchemaNode) -> Depth = { _, _ in .whole }

    /// Returns all pairs with a wanted subschema, a value before the values inside it. `reach` must contain the wanted
    /// subschemas and those that lead to them.
    static func pairs(
        from schema: SchemaNode, _ value: JSONValue, within reach: SchemaReach,
        work: WorkBudget? = nil, where isWanted: @escaping (SchemaNode) -> Bool
    ) -> [Pair] {
        var walk = SchemaWalk(reach: reach, work: work, isWanted: isWanted)
        if reach.contains(schema) { walk.visit(schema, value) }
        return walk.found
    }

    /// Returns the wanted pairs, except those in values that earlier walks over the same document or its edited copies
    /// have seen, and adds the visited values to `seen`. `depth` limits the walk in each value.
    static func newPairs(
        from schema: SchemaNode, _ value: JSONValue, within reach: SchemaReach, seen: inout ValueTable,
        work: WorkBudget, where isWanted: @escaping (SchemaNode) -> Bool,
        to depth: @escaping (JSONValue, SchemaNode) -> Depth = { _, _ in .whole }
    ) -> [Pair] {
        guard reach.contains(schema) else { return [] }
        var walk = SchemaWalk(reach: reach, work: work, isWanted: isWanted)
        walk.depth = depth
        walk.seen = seen
        // The caller's copy is emptied meanwhile, because changing a table that two variables share would copy it.
        seen = ValueTable()
        walk.visit(schema, value)
        seen = walk.seen ?? seen
        return walk.found
    }

    private init(reach: SchemaReach, work: WorkBudget?, isWanted: @escaping (SchemaNode) -> Bool) {
        (self.reach, self.work) = (reach, work)
        self.isWanted = isWanted
        lastVisits = Array(repeating: 0, count: reach.count)
    }

    private mutating func visit(_ root: SchemaNode, _ value: JSONValue, isInWhole: Bool = false) {
        guard seen?.answer(for: value, root) == nil, work?.spend() ?? true else { return }
        seen?.add(1, for: value, root)
        let depth = isInWhole ? .whole : depth(value, root)
        if depth == .value { return }
        visits += 1
        var inPlace = [root]
        var children: [AppliedChild] = []
        while let schema = inPlace.popLast() {
            guard lastVisits[schema.id] < visits, reach.contains(schema) else { continue }
            lastVisits[schema.id] = visits
            if isWanted(schema) { found.append(Pair(schema: schema, value: value)) }
            inPlace += schema.conjuncts(for: value, within: reach, work: work)
            inPlace += schema.alternatives(for: value, within: reach, work: work)
            schema.forEachChild(of: value, within: reach, work: work) { children.append($0) }
        }
        for child in children { visit(child.schema, child.value, isInWhole: depth == .whole) }
    }
}

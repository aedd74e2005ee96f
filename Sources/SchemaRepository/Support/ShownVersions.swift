import JSONSchema
import JSONText

/// Calculates the versions of one platform that show all of a valid document, or of an edited copy of it. Parts that
/// the copies share with the document or with each other are examined once.
struct ShownVersions {
    private let marks: DemandMarks
    private let versions: PlatformVersions
    private let sets: VersionSetTable
    private let work: WorkBudget
    private let tree: DemandTree
    /// The versions that show all of each node of the tree, by the index of the node.
    private let known: [VersionSetTable.ID]
    /// The results for the values that occur only in copies.
    private var found = ValueTable()

    /// Creates the calculation from the finished calculation for the document.
    init(_ calculation: SupportCalculation, marks: DemandMarks, work: WorkBudget) {
        self.marks = marks
        self.work = work
        versions = calculation.versions
        sets = versions.sets
        tree = calculation.tree
        known = calculation.known
    }

    /// Returns the versions that show all of a value; none if the work is used up.
    mutating func versions(showing value: JSONValue, by schema: SchemaNode) -> VersionSet {
        let result = visit(value, by: schema)
        return work.isSpent ? .none : sets[result]
    }

    private mutating func visit(_ value: JSONValue, by schema: SchemaNode) -> VersionSetTable.ID {
        guard marks.reach.contains(schema) else { return .all }
        if let node = tree.visited.answer(for: value, schema) {
            return node == DemandTree.noDemand ? .all : known[node]
        }
        if let known = found.answer(for: value, schema) { return VersionSetTable.ID(number: known) }
        let result = inPlace(schema, value, mayFallBack: false, depth: 0)
        found.add(result.number, for: value, schema)
        return result
    }

    /// Returns the versions that show all of a value according to one of the subschemas that apply to it. `depth` is
    /// the number of subschemas on the way from the first one to `schema`; `mayFallBack` is true if one of these
    /// subschemas allows a `fallback`.
    private mutating func inPlace(
        _ schema: SchemaNode, _ value: JSONValue, mayFallBack: Bool, depth: Int
    ) -> VersionSetTable.ID {
        guard marks.reach.contains(schema), work.spend() else { return .all }
        var result = versions.versions(of: schema)
        let mark = marks[schema]
        if let word = mark.word(of: value) { result = sets.intersection(result, versions.versions(of: word)) }
        // References that lead back to themselves do not compile. The limit of depth only guarantees that this function
        // ends.
        guard schema.constant == nil, depth < 128 else { return result }
        let mayFallBack = mayFallBack || mark.isElement
        for conjunct in schema.conjuncts(for: value, within: marks.reach, work: work) {
            let versions = inPlace(conjunct, value, mayFallBack: mayFallBack, depth: depth + 1)
            result = sets.intersection(result, versions)
        }
        let alternatives = schema.alternatives(for: value, within: marks.reach, work: work)
        if !alternatives.isEmpty {
            var choices = VersionSetTable.ID.none
            for choice in alternatives {
                let versions = inPlace(choice, value, mayFallBack: mayFallBack, depth: depth + 1)
                choices = sets.union(choices, versions)
            }
            result = sets.intersection(result, choices)
        }
        schema.forEachChild(of: value, within: marks.reach, work: work) { child in
            // A client that knows the element ignores its fallback.
            if mayFallBack, child.member?.isNamed(DemandMarks.fallback.utf8) == true { return }
            result = sets.intersection(result, visit(child.value, by: child.schema))
        }
        return result
    }
}

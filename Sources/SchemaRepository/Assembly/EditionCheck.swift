import JSONSchema
import JSONText

/// Checks edited copies of a valid document. Parts that a copy shares with the document or with another copy are not
/// examined again.
struct EditionCheck {
    private let annotated: AnnotatedSchema
    private let work: WorkBudget
    private var answers = ValueTable()
    private var seen = ValueTable()
    private var shown: ShownVersions

    /// Creates a check for edited copies of a valid document from its root and the finished calculation of its support.
    init(of root: JSONValue, by annotated: AnnotatedSchema, _ calculation: SupportCalculation, work: WorkBudget) {
        self.annotated = annotated
        self.work = work
        shown = ShownVersions(calculation, marks: annotated.demands, work: work)
        // The document is valid, so its own values are marked as seen and not checked again in its copies. A value that
        // all versions support is the same in every copy, so marking it is enough, without the values inside it. A
        // fallback may replace another value, so all values in it are marked.
        let (tree, known) = (calculation.tree, calculation.known)
        annotated.checks.markSeen(root, from: annotated.schema.root, seen: &seen, work: work) { value, schema in
            if tree.fallbacks.contains(value.identity) { return .whole }
            guard let node = tree.visited.answer(for: value, schema), node != DemandTree.noDemand else { return .value }
            return known[node] == .all ? .value : .children
        }
    }

    /// Returns the versions that support all of a copy; nil if the copy may be invalid or the work budget is used up.
    /// For nil, only the full check can decide.
    mutating func versions(showing copy: JSONDocument) -> VersionSet? {
        let schema = annotated.schema
        guard schema.isValid(copy.root, sharing: &answers, within: work), satisfiesRules(copy) else { return nil }
        let versions = shown.versions(showing: copy.root, by: schema.root)
        return work.isSpent ? nil : versions
    }

    private mutating func satisfiesRules(_ copy: JSONDocument) -> Bool {
        let marks = annotated.checks
        let before = seen
        let pairs = marks.newPairs(from: annotated.schema.root, copy.root, seen: &seen, work: work)
        let holds = pairs.allSatisfy { pair in
            // A new name must be compared with all names of the copy, which only the full check does.
            if marks.isUnique(pair.schema) { return false }
            return marks.rules(of: pair.schema).allSatisfy { rules in
                let found = rules.diagnostics(of: pair.value, in: copy, besides: SchemaFaults([]), work: work)
                return found.allSatisfy { $0.severity != .error }
            }
        }
        // Values are marked as seen only if they violate no rule, so that a later copy with the same faulty value also
        // gets the full check.
        if !holds { seen = before }
        return holds
    }
}

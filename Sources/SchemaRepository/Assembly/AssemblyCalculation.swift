import JSONSchema
import JSONText

/// Assembles a document for one client version by the same rules as `SupportCalculation`. If there are several
/// replacements, the nearest one is used.
struct AssemblyCalculation {
    private let platform: JSONName
    private let version: ClientVersion
    private let tree: DemandTree
    private let known: [VersionSet]
    private let marks: DemandMarks
    private let work: WorkBudget

    /// `known` are the versions that show all of each member or element, as found by `SupportCalculation`. Once the
    /// work is used up, the document cannot be assembled.
    init(
        platform: JSONName, version: ClientVersion, tree: DemandTree, known: [VersionSet], marks: DemandMarks,
        work: WorkBudget
    ) {
        self.platform = platform
        self.version = version
        self.tree = tree
        self.known = known
        self.marks = marks
        self.work = work
    }

    /// Assembles the document; `edits` are nil if the version cannot be served.
    func assemble() -> AssembledValue { tree.root.map(assemble) ?? AssembledValue() }

    private func assemble(_ id: Int) -> AssembledValue {
        guard work.spend() else { return AssembledValue(isKnown: false) }
        let node = tree.nodes[id]
        var result = own(node)
        for conjunct in node.conjuncts { result.formIntersection(assemble(conjunct)) }
        if let choice = Self.best(of: node.choices.map(assemble)) { result.formIntersection(choice) }
        for child in node.children { result.formIntersection(assemble(child)) }
        if marks[node.schema].isElement { result.fallBack(of: node.value) }
        return result
    }

    private func assemble(_ child: DemandTree.Child) -> AssembledValue {
        var result = AssembledValue()
        // A member or element that the version knows completely needs no change.
        if let node = child.node, !known[node].contains(version) { result = assemble(node) }
        if child.part == .fallback {
            // A client that knows the element ignores its fallback, so the fallback stays as it is written.
            var fallback = AssembledValue()
            fallback.fallback = AssembledValue.Fallback(child.value, result)
            return fallback
        }
        // The fallback of an inner value is not that of the outer one.
        result.fallback = nil
        guard result.edits == nil else { return result }
        if child.part == .droppable || child.part == .kept && result.mayBeLeftOut {
            result.edits = AssemblyEdits(.omission, of: child.value)
        }
        // If the inner value can be omitted, the outer one still exists.
        result.mayBeLeftOut = false
        return result
    }

    private func own(_ node: DemandTree.Node) -> AssembledValue {
        let mark = marks[node.schema]
        if let availability = mark.availability?[platform], !availability.versions.contains(version) {
            return AssembledValue(isKnown: false)
        }
        guard let word = node.word, !word.availability[platform].versions.contains(version) else {
            return AssembledValue()
        }
        var result = AssembledValue(isKnown: false)
        let known = mark.chain(from: word).first { word in
            mark.values[JSONName(word)]?.availability[platform].versions.contains(version) ?? true
        }
        if let known { result.edits = AssemblyEdits(.word(known), of: node.value) }
        return result
    }

    /// Returns the choice with the fewest changes: supported as written, then assembled, then omitted.
    private static func best(of choices: [AssembledValue]) -> AssembledValue? {
        choices.first(where: \.isKnown) ?? choices.first { $0.edits != nil } ?? choices.first(where: \.canBeGiven)
            ?? choices.first
    }
}

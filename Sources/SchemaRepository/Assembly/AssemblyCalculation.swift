import JSONSchema
import JSONText

/// Assembles a document for one client version: replaces unsupported elements by their fallbacks or omits them, and
/// replaces an unsupported enum value by the first supported value in its chain of `unknownAs`.
struct AssemblyCalculation {
    private let version: ClientVersion
    private let tree: DemandTree
    /// The versions that fully support a member or element, by the index of its node.
    private let known: [VersionSetTable.ID]
    private let versions: PlatformVersions
    private let work: WorkBudget
    /// The cached results of `isIn`, by the number of the set; nil if not computed yet.
    private var answers: [Bool?]
    /// The cached results of `replacement(for:in:)`, by the number of the enum value.
    private var chosen: [Int: String?] = [:]

    /// Creates the assembly of a document from the finished calculation of its support. Once `work` is used up, the
    /// document cannot be assembled.
    init(_ calculation: SupportCalculation, for version: ClientVersion, work: WorkBudget) {
        self.version = version
        self.work = work
        tree = calculation.tree
        known = calculation.known
        versions = calculation.versions
        answers = Array(repeating: nil, count: versions.sets.count)
    }

    /// Assembles the document; the result has no `edits` (nil) if the version cannot be served.
    mutating func assemble() -> AssembledValue {
        guard let root = tree.root else { return AssembledValue() }
        return assemble(root)
    }

    private mutating func assemble(_ id: Int) -> AssembledValue {
        guard work.spend() else { return AssembledValue(isKnown: false) }
        let node = tree.nodes[id]
        var result = own(node)
        for conjunct in node.conjuncts { result.formIntersection(assemble(conjunct)) }
        var choices: [AssembledValue] = []
        for choice in node.choices { choices.append(assemble(choice)) }
        if let choice = Self.best(of: choices) { result.formIntersection(choice) }
        for child in node.children {
            // A member or element that the version fully supports needs no change.
            if child.part != .fallback, child.node.map({ isIn(known[$0]) }) ?? true { continue }
            result.formIntersection(assemble(child))
        }
        if node.mark.isElement { result.replaceByFallback(node.value) }
        return result
    }

    private mutating func assemble(_ child: DemandTree.Child) -> AssembledValue {
        var result = AssembledValue()
        if let node = child.node, !isIn(known[node]) { result = assemble(node) }
        if child.part == .fallback {
            // A client that knows the element ignores its fallback, so the fallback stays as it is written.
            var fallback = AssembledValue()
            fallback.fallback = AssembledValue.Fallback(child.value, result)
            return fallback
        }
        // The fallback of an inner element does not replace the outer one.
        result.fallback = nil
        guard result.edits == nil else { return result }
        if child.part == .droppable || child.part == .kept && result.mayBeLeftOut {
            result.edits = AssemblyEdits(.omission, of: child.value)
        }
        // The permission to omit an inner value does not extend to the outer one.
        result.mayBeLeftOut = false
        return result
    }

    /// Returns the result according to the annotations of a node's subschema and of its enum value, without regard to
    /// other subschemas and to the values inside it.
    private mutating func own(_ node: DemandTree.Node) -> AssembledValue {
        guard isIn(versions.versions(of: node.schema)) else { return AssembledValue(isKnown: false) }
        guard let word = node.word, !isIn(versions.versions(of: word)) else { return AssembledValue() }
        var result = AssembledValue(isKnown: false)
        if let replacement = replacement(for: word, in: node.mark) {
            result.edits = AssemblyEdits(.string(replacement), of: node.value)
        }
        return result
    }

    /// Returns the first value in the chain of `unknownAs` that the version supports; nil if it supports none.
    private mutating func replacement(for word: DemandMarks.ValueMark, in mark: DemandMarks.Mark) -> String? {
        if let known = chosen[word.number] { return known }
        var found: String?
        for replacement in versions.replacements(for: word, in: mark) where isIn(replacement.versions) {
            found = replacement.word
            break
        }
        chosen[word.number] = .some(found)
        return found
    }

    /// Returns true if the version is in a set.
    private mutating func isIn(_ set: VersionSetTable.ID) -> Bool {
        if set == .all { return true }
        while answers.count <= set.number { answers.append(nil) }
        if let known = answers[set.number] { return known }
        let answer = versions.sets[set].contains(version)
        answers[set.number] = answer
        return answer
    }

    /// Returns the best of the results for the branches of a union, nil if there are none: the first that is supported
    /// as written, otherwise the first with edits, otherwise the first that may be omitted, otherwise the first.
    private static func best(of choices: [AssembledValue]) -> AssembledValue? {
        choices.first(where: \.isKnown) ?? choices.first { $0.edits != nil } ?? choices.first(where: \.canBeServed)
            ?? choices.first
    }
}

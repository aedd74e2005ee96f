import JSONSchema
import JSONText

/// The parts of a document that demand certain client versions: its values, each with the applied subschemas that have
/// or lead to an annotation about versions.
///
/// They are found once for all platforms and versions; support and editions are computed from them.
struct DemandTree {
    /// A value and a subschema that applies to it. A class, because every client version visits the nodes again and
    /// copying one takes longer than most visits.
    final class Node: Sendable {
        let schema: SchemaNode
        /// The annotations of the subschema.
        let mark: DemandMarks.Mark
        let value: JSONValue
        /// The annotations of the value in the subschema's `x-enum`, if any.
        let word: DemandMarks.ValueMark?
        /// The indices of the nodes for subschemas that must all match the same value.
        let conjuncts: [Int]
        /// The indices of the nodes for alternative subschemas; it is enough if one of them matches the same value.
        let choices: [Int]
        let children: [Child]
        /// True if this subschema, or one that it leads to for the same value, gives the value a fallback.
        let hasFallback: Bool

        init(
            schema: SchemaNode, mark: DemandMarks.Mark, value: JSONValue, word: DemandMarks.ValueMark?,
            conjuncts: [Int], choices: [Int], children: [Child], hasFallback: Bool
        ) {
            self.schema = schema
            self.mark = mark
            self.value = value
            self.word = word
            self.conjuncts = conjuncts
            self.choices = choices
            self.children = children
            self.hasFallback = hasFallback
        }
    }

    /// A member of an object or an item of an array, with its role in the object or array.
    struct Child: Sendable {
        let value: JSONValue
        /// The index of the child's node; nil if nothing in the child makes a demand.
        let node: Int?
        let part: Part
    }

    /// The role of a member or item in its parent value.
    enum Part: Sendable {
        /// The member `fallback` of a value that may have a fallback (`x-fallback`).
        case fallback
        /// The parent is invalid without it.
        case required
        /// Left out of the parent for clients that do not support it.
        case droppable
        /// Left out only if its own fallback allows that.
        case kept
    }

    private(set) var nodes: [Node] = []
    /// The index of the root's node; nil if the document makes no demands.
    private(set) var root: Int?
    /// The values for which no branch of their union can be chosen, so that their demands are unknown.
    private(set) var undecided: [JSONValue] = []

    /// The entry in `visited` for a value in which nothing makes a demand.
    static let noDemand = -1
    /// The index of the node for each value and the subschema that describes it.
    private(set) var visited = ValueTable()

    /// The identities of the values that are fallbacks.
    private(set) var fallbacks: Set<Int> = []

    private let marks: DemandMarks
    private let work: WorkBudget?
    private let looksForUndecided: Bool

    /// Finds the demands of a document; `marks` are the annotations of its schema. Values with unknown demands
    /// (`undecided`) are found only if `isValid` is false. Once `work` is used up, the rest is left out.
    init(
        of value: JSONValue, by schema: SchemaNode, marks: DemandMarks, isValid: Bool = true, work: WorkBudget? = nil
    ) {
        self.marks = marks
        self.work = work
        looksForUndecided = !isValid
        root = visit(value, by: schema)
    }

    /// Adds nodes for a value and everything inside it, and returns the index of its node; nil if nothing in it makes a
    /// demand.
    private mutating func visit(_ value: JSONValue, by schema: SchemaNode) -> Int? {
        let node = inPlace(schema, value, entry: schema, mayFallBack: false, depth: 0)
        visited.add(node ?? Self.noDemand, for: value, schema)
        return node
    }

    /// Adds the node of a value for one of the subschemas that apply to it, and returns its index; nil without demands.
    ///
    /// `entry` is the first subschema that applies to the value; references and combinations lead from it to the
    /// others. `depth` is the number of subschemas on the way from `entry` to `schema`; `mayFallBack` is true if one of
    /// these subschemas allows a `fallback`.
    private mutating func inPlace(
        _ schema: SchemaNode, _ value: JSONValue, entry: SchemaNode, mayFallBack: Bool, depth: Int
    ) -> Int? {
        guard marks.reach.contains(schema), work?.spend() ?? true else { return nil }
        let mark = marks[schema]
        let word = mark.word(of: value)
        var conjuncts: [Int] = []
        var choices: [Int] = []
        var children: [Child] = []
        // References that lead back to themselves do not compile. The limit of depth only guarantees that this function
        // ends.
        if schema.constant == nil, depth < 128 {
            let mayFallBack = mayFallBack || mark.isElement
            if looksForUndecided, schema.isUndecided(value, within: marks.reach, work: work) { undecided.append(value) }
            for conjunct in schema.conjuncts(for: value, within: marks.reach, work: work) {
                let node = inPlace(conjunct, value, entry: entry, mayFallBack: mayFallBack, depth: depth + 1)
                if let node { conjuncts.append(node) }
            }
            let alternatives = schema.alternatives(for: value, within: marks.reach, work: work)
            choices = alternatives.compactMap {
                inPlace($0, value, entry: entry, mayFallBack: mayFallBack, depth: depth + 1)
            }
            // An alternative without demands is enough for every client, so the other alternatives do not matter.
            if choices.count < alternatives.count { choices = [] }
            schema.forEachChild(of: value, within: marks.reach, work: work) { child in
                let isFallback = mayFallBack && child.member?.isNamed(DemandMarks.fallback.utf8) == true
                let node = visit(child.value, by: child.schema)
                guard node != nil || isFallback else { return }
                if isFallback { fallbacks.insert(child.value.identity) }
                let part = isFallback ? .fallback : part(of: child, node, in: schema, of: value, entry: entry)
                children.append(Child(value: child.value, node: node, part: part))
            }
        }
        if mark.availability == nil, word == nil, conjuncts.isEmpty, choices.isEmpty, children.isEmpty {
            return nil
        }
        // A subschema that only refers to another one makes the same demands, so it needs no node of its own.
        if mark.availability == nil, word == nil, !mark.isElement, conjuncts.count == 1, choices.isEmpty,
            children.isEmpty
        {
            return conjuncts[0]
        }
        let hasFallback =
            children.contains { $0.part == .fallback } || conjuncts.contains { nodes[$0].hasFallback }
            || choices.contains { nodes[$0].hasFallback }
        nodes.append(
            Node(
                schema: schema, mark: mark, value: value, word: word, conjuncts: conjuncts, choices: choices,
                children: children, hasFallback: hasFallback))
        return nodes.count - 1
    }

    private func part(
        of child: AppliedChild, _ node: Int?, in schema: SchemaNode, of value: JSONValue, entry: SchemaNode
    ) -> Part {
        guard let member = child.member else { return marks[schema].dropsItems ? .droppable : .kept }
        let isIgnorable = marks[child.schema].isIgnorable
        // For a member that is never left out, it does not matter if it is required.
        guard isIgnorable || node.map({ nodes[$0].hasFallback }) ?? false else { return .kept }
        if schema.requires(member) || entry.demandsPresence(of: member, in: value, work: work) { return .required }
        return isIgnorable ? .droppable : .kept
    }
}

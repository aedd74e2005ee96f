import JSONSchema
import JSONText

/// The parts of a document that demand something of its clients: its values with those of their subschemas that lead to
/// an annotation of versions.
///
/// One walk finds them for every platform and version; support and editions are computed from them.
struct DemandTree: Sendable {
    /// A value and a subschema that applies to it.
    struct Node: Sendable {
        let schema: SchemaNode
        let value: JSONValue
        /// The entry of the subschema's `x-enum` for the value.
        let word: DemandMarks.ValueMark?
        /// The subschemas of the same value that must all hold.
        let conjuncts: [Int]
        /// The subschemas of the same value of which one is enough.
        let choices: [Int]
        let children: [Child]
        /// True if the subschema, or one that holds with it, has a fallback of the value.
        let hasFallback: Bool
    }

    /// A member or element.
    struct Child: Sendable {
        let value: JSONValue
        /// Nil where nothing in it demands anything.
        let node: Int?
        let part: Part
    }

    /// The part that a member or element plays in what is around it.
    enum Part: Sendable {
        /// The fallback of an element.
        case fallback
        /// The value around it is not valid without it.
        case required
        /// Clients that do not know it may be sent the value around it without it.
        case droppable
        /// It is left out only where its own fallback says so.
        case kept
    }

    private(set) var nodes: [Node] = []
    /// Nil where the document demands nothing.
    private(set) var root: Int?
    /// The values of unions none of whose branches they are, so that what they demand cannot be told.
    private(set) var undecided: [JSONValue] = []

    private let marks: DemandMarks
    private let work: WorkBudget?
    private let looksForUndecided: Bool

    /// Walks a document with its schema, whose annotations `marks` are. What a fault makes undecidable is told only where
    /// the document is not valid; where the work is over, the rest is left out.
    init(
        of value: JSONValue, by schema: SchemaNode, marks: DemandMarks, isValid: Bool = true, work: WorkBudget? = nil
    ) {
        self.marks = marks
        self.work = work
        looksForUndecided = !isValid
        root = visit(value, by: schema)
    }

    /// Adds a value with everything in it; nil where nothing of it demands anything.
    private mutating func visit(_ value: JSONValue, by schema: SchemaNode) -> Int? {
        inPlace(schema, value, entry: schema, mayFallBack: false, depth: 0)
    }

    private mutating func inPlace(
        _ schema: SchemaNode, _ value: JSONValue, entry: SchemaNode, mayFallBack: Bool, depth: Int
    ) -> Int? {
        guard marks.reach.contains(schema), work?.spend() ?? true else { return nil }
        let mark = marks[schema]
        let word = mark.values.isEmpty ? nil : value.utf8.flatMap { mark.values[JSONName(utf8: $0)] }
        var conjuncts: [Int] = []
        var choices: [Int] = []
        var children: [Child] = []
        // References that come back to themselves do not compile; the bound only keeps this function total.
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
            // One that demands nothing is enough.
            if choices.count < alternatives.count { choices = [] }
            for child in schema.children(of: value, within: marks.reach, work: work) {
                let isFallback = mayFallBack && child.member?.isNamed(DemandMarks.fallback.utf8) == true
                let node = visit(child.value, by: child.schema)
                guard node != nil || isFallback else { continue }
                let part = isFallback ? .fallback : part(of: child, node, in: schema, of: value, entry: entry)
                children.append(Child(value: child.value, node: node, part: part))
            }
        }
        if mark.availability == nil, word == nil, conjuncts.isEmpty, choices.isEmpty, children.isEmpty { return nil }
        let hasFallback =
            children.contains { $0.part == .fallback } || (conjuncts + choices).contains { nodes[$0].hasFallback }
        nodes.append(
            Node(
                schema: schema, value: value, word: word, conjuncts: conjuncts, choices: choices, children: children,
                hasFallback: hasFallback))
        return nodes.count - 1
    }

    private func part(
        of child: AppliedChild, _ node: Int?, in schema: SchemaNode, of value: JSONValue, entry: SchemaNode
    ) -> Part {
        guard let member = child.member else { return marks[schema].dropsItems ? .droppable : .kept }
        let isIgnorable = marks[child.schema].isIgnorable
        // Whether it must be there matters only where it may be left out.
        guard isIgnorable || node.map({ nodes[$0].hasFallback }) ?? false else { return .kept }
        if schema.requires(member) || entry.demandsPresence(of: member, in: value, work: work) { return .required }
        return isIgnorable ? .droppable : .kept
    }
}

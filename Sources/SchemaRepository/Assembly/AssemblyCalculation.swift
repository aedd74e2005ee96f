import JSONSchema
import JSONText

/// Assembles a document for one client version by the same rules as `SupportCalculation`: of several escapes, the
/// nearest one is used.
struct AssemblyCalculation {
    let platform: JSONName
    let version: ClientVersion
    private let marks: DemandMarks
    private let work: WorkBudget

    /// Creates a calculation; `marks` belong to the document's compiled schema. When the work budget ends, nothing can
    /// be assembled.
    init(platform: JSONName, version: ClientVersion, marks: DemandMarks, work: WorkBudget) {
        self.platform = platform
        self.version = version
        self.marks = marks
        self.work = work
    }

    /// Assembles a document's root; its `edits` are nil if that is impossible.
    func assemble(_ value: JSONValue, by schema: SchemaNode) -> AssembledValue {
        assemble(value, by: schema, mayFallBack: false, depth: 0)
    }

    private func assemble(
        _ value: JSONValue, by schema: SchemaNode, mayFallBack: Bool, depth: Int
    ) -> AssembledValue {
        // Every version supports a subschema that has no version annotations and leads to none.
        guard marks.reach.contains(schema) else { return AssembledValue() }
        guard work.spend() else { return AssembledValue(isKnown: false) }
        var result = own(schema, value)
        // Reference loops at one value do not compile; the limit only guarantees termination.
        guard schema.constant == nil, depth < 128 else { return result }
        let isElement = marks[schema].isElement
        let mayFallBack = mayFallBack || isElement
        for conjunct in schema.conjuncts(for: value, within: marks.reach) {
            result.formIntersection(assemble(value, by: conjunct, mayFallBack: mayFallBack, depth: depth + 1))
        }
        let choices = schema.alternatives(for: value, within: marks.reach).map {
            assemble(value, by: $0, mayFallBack: mayFallBack, depth: depth + 1)
        }
        if let choice = Self.best(of: choices) { result.formIntersection(choice) }
        for child in schema.children(of: value, within: marks.reach) {
            result.formIntersection(assemble(child, in: schema, mayFallBack: mayFallBack))
        }
        if isElement { result.fallBack(of: value) }
        return result
    }

    private func assemble(_ child: AppliedChild, in schema: SchemaNode, mayFallBack: Bool) -> AssembledValue {
        var result = assemble(child.value, by: child.schema)
        if mayFallBack, let member = child.member, member.isNamed(DemandMarks.fallback.utf8) {
            // A client that knows the element ignores its fallback, so the fallback is sent as written.
            var fallback = AssembledValue()
            fallback.fallback = AssembledValue.Fallback(child.value, result)
            return fallback
        }
        // The fallback of an inner value is not that of the outer one.
        result.fallback = nil
        guard result.edits == nil else { return result }
        let isRequired = child.member.map(schema.requires) ?? false
        let isIgnorable = child.member != nil && marks[child.schema].isIgnorable
        let isDroppable = child.member == nil && marks[schema].dropsItems
        if !isRequired, isIgnorable || isDroppable || result.mayBeLeftOut {
            result.edits = AssemblyEdits(.omission, of: child.value)
        }
        // If the inner value can be omitted, the outer one still exists.
        result.mayBeLeftOut = false
        return result
    }

    private func own(_ schema: SchemaNode, _ value: JSONValue) -> AssembledValue {
        let mark = marks[schema]
        if let availability = mark.availability?[platform], !availability.versions.contains(version) {
            return AssembledValue(isKnown: false)
        }
        guard !mark.values.isEmpty, let text = value.utf8, let ofValue = mark.values[JSONName(utf8: text)],
            !ofValue.availability[platform].versions.contains(version)
        else { return AssembledValue() }
        var result = AssembledValue(isKnown: false)
        let words = mark.chain(from: ofValue)
        let known = words.first { mark.values[JSONName($0)]?.availability[platform].versions.contains(version) ?? true }
        if let word = known ?? words.last { result.edits = AssemblyEdits(.word(word), of: value) }
        return result
    }

    /// Returns the choice with the fewest changes: supported as written, then assembled, then omitted.
    private static func best(of choices: [AssembledValue]) -> AssembledValue? {
        choices.first(where: \.isKnown) ?? choices.first { $0.edits != nil } ?? choices.first(where: \.canBeGiven)
            ?? choices.first
    }
}

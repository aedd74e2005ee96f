/// Plans the merge of two values with a common base and collects the conflicts.
struct MergePlanner {
    private(set) var conflicts: [MergeConflict] = []

    /// Returns the plan for a value that exists in all three documents.
    mutating func plan(base: JSONValue, mine: JSONValue, theirs: JSONValue) -> MergePlan {
        if Self.areLike(mine, base) || Self.areLike(mine, theirs) { return .value(theirs) }
        if Self.areLike(theirs, base) { return .value(mine) }
        switch (base.kind, mine.kind, theirs.kind) {
        case (.object, .object, .object): return planMembers(base, mine, theirs)
        case (.array, .array, .array): return planItems(base, mine, theirs)
        default: return conflict(at: base.pointer, base, [mine], [theirs])
        }
    }

    /// Returns the plan for a value that may be missing from some of the three documents; nil if the merged document
    /// must not contain it.
    mutating func plan(
        at pointer: @autoclosure () -> JSONPointer, base: JSONValue?, mine: JSONValue?, theirs: JSONValue?
    ) -> MergePlan? {
        switch (base, mine, theirs) {
        case (let base?, let mine?, let theirs?): return plan(base: base, mine: mine, theirs: theirs)
        case (nil, let value?, nil), (nil, nil, let value?): return .value(value)
        case (nil, let mine?, let theirs?) where Self.areLike(mine, theirs): return .value(theirs)
        case (let base?, let value?, nil) where Self.areLike(base, value): return nil
        case (let base?, nil, let value?) where Self.areLike(base, value): return nil
        case (_, nil, nil): return nil
        default: return conflict(at: pointer(), base, [mine].compactMap { $0 }, [theirs].compactMap { $0 })
        }
    }

    /// Adds a conflict and returns its plan.
    mutating func conflict(
        _ kind: MergeConflict.Kind = .value, at pointer: JSONPointer, _ base: JSONValue?, _ mine: [JSONValue],
        _ theirs: [JSONValue]
    ) -> MergePlan {
        conflicts.append(MergeConflict(kind: kind, pointer: pointer, base: base, mine: mine, theirs: theirs))
        return .conflict(conflicts.count - 1)
    }

    /// Returns true if the texts of the values differ in white space only.
    static func areLike(_ value: JSONValue, _ other: JSONValue) -> Bool { value.isEqual(to: other, by: .writing) }
}

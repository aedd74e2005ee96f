/// A place that both sides changed in different ways.
package struct MergeConflict: Sendable {
    /// The kinds of conflicts.
    package enum Kind: String, Sendable, Hashable {
        /// A value that both sides changed or added, or that one side removed and the other changed.
        case value
        /// Items that both sides added at one place of an array; both can be kept.
        case addition
        /// The order of an array's items.
        case order
    }

    /// A choice for a conflict.
    package enum Choice: String, Sendable, Hashable, CaseIterable {
        case mine, theirs
        /// My added items, then theirs; for additions only.
        case both
    }

    package let kind: Kind
    /// The pointer in the base document; for added values, the pointer that the first of them would have there.
    package let pointer: JSONPointer
    /// The value before both changes; nil if there was none.
    package let base: JSONValue?
    /// My value or added items; empty if I removed the value. For a conflict of the order, the whole array.
    package let mine: [JSONValue]
    /// Their value or added items; empty if they removed the value. For a conflict of the order, the whole array.
    package let theirs: [JSONValue]

    /// The choices that this kind of conflict allows.
    package var choices: [Choice] { kind == .addition ? [.mine, .theirs, .both] : [.mine, .theirs] }

    /// Returns the values that a choice keeps; a choice of both keeps mine only, unless the conflict is an addition.
    func values(_ choice: Choice) -> [JSONValue] {
        switch choice {
        case .mine: mine
        case .theirs: theirs
        case .both: kind == .addition ? mine + theirs : mine
        }
    }
}

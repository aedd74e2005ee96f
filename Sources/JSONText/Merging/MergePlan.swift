/// A plan for writing a merged value from parts of the texts of both sides.
indirect enum MergePlan: Sendable {
    /// A value exactly as written in its document.
    case value(JSONValue)
    /// An object or array with the brackets and white space of `shape`.
    case container(shape: JSONValue, [MergePart])
    /// An array whose order is a conflict, with the parts in my order and in theirs.
    case ordered(conflict: Int, shape: JSONValue, mine: [MergePart], theirs: [MergePart])
    /// The values that the choice for a conflict keeps.
    case conflict(Int)
}

/// A member or item of a merged container.
struct MergePart: Sendable {
    /// The member whose name is written; nil for an item.
    let member: JSONMember?
    let plan: MergePlan
    /// The value whose surrounding white space is written around this part where possible.
    let origin: JSONValue
}

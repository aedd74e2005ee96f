/// The merged document as parts of the three texts.
indirect enum MergePlan: Sendable {
    /// A value exactly as written in its document.
    case value(JSONValue)
    /// A container with the brackets and white space of `shape`.
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
    /// The value beside which the white space before this part stands.
    let origin: JSONValue
}

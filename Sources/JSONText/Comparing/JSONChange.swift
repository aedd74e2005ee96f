/// A difference between two documents, with the old and the new value.
package struct JSONChange: Sendable {
    /// The kinds of differences.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case added, removed, replaced
        /// An array item that has another position among the items that both documents contain. With the comparison
        /// `writing`, also a member that has another position in its object. Changes inside the value are separate
        /// differences.
        case moved
    }

    package let kind: Kind
    /// The old value; nil when added.
    package let old: JSONValue?
    /// The new value; nil when removed.
    package let new: JSONValue?

    /// The pointer of the old value; nil when added.
    package var oldPointer: JSONPointer? { old?.pointer }
    /// The pointer of the new value; nil when removed.
    package var newPointer: JSONPointer? { new?.pointer }
}

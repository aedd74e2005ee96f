/// One difference between two documents, with the values on either side.
package struct JSONChange: Sendable {
    package enum Kind: String, Sendable, Hashable {
        case added, removed, replaced
        /// An array item that stands elsewhere among the items that stayed; what changed within it is told separately.
        case moved
    }

    package let kind: Kind
    /// In the old document; nil when added.
    package let old: JSONValue?
    /// In the new document; nil when removed.
    package let new: JSONValue?

    /// Where the old value stood; nil when added.
    package var oldPointer: JSONPointer? { old?.pointer }
    /// Where the new value stands; nil when removed.
    package var newPointer: JSONPointer? { new?.pointer }
}

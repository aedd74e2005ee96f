/// The items of an array, in order.
package struct JSONElements: Sequence, Sendable {
    private let storage: JSONStorage
    private let first: Int
    package let count: Int

    init(array: JSONValue) {
        storage = array.storage
        first = array.index + 1
        count = array.kind == .array ? array.count : 0
    }

    package var isEmpty: Bool { count == 0 }
    package var underestimatedCount: Int { count }

    /// Returns an iterator that starts at the first item.
    package func makeIterator() -> Iterator { Iterator(storage: storage, index: first, remaining: count) }

    /// The iterator over the items.
    package struct Iterator: IteratorProtocol, Sendable {
        let storage: JSONStorage
        var index: Int
        var remaining: Int

        /// Returns the next item, or nil after the last one.
        package mutating func next() -> JSONValue? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            let value = JSONValue(storage: storage, index: index)
            index = Int(storage.nodes[index].next)
            return value
        }
    }
}

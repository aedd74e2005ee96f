/// A member of an object: a name and its value.
package struct JSONMember: Sendable {
    let storage: JSONStorage
    let index: Int

    /// The decoded name. Compare `nameUTF8` where canonically equivalent names must differ.
    package var name: String { storage.string(of: storage.nodes[index]) }
    /// The bytes of the decoded name.
    package var nameUTF8: [UInt8] { storage.utf8(of: storage.nodes[index]) }
    /// The hash of the name, equal to that of `JSONName`; already stored, so reading it is free.
    package var nameHash: UInt32 { storage.nodes[index].next }
    /// The byte range of the name in the text, including its quotes.
    package var nameRange: Range<Int> { storage.nodes[index].range }
    /// The name as a string value, with the position of the name.
    package var nameValue: JSONValue { JSONValue(storage: storage, index: index) }
    package var value: JSONValue { JSONValue(storage: storage, index: index + 1) }

    /// Returns true if the name has exactly these bytes.
    package func isNamed(_ utf8: [UInt8]) -> Bool { storage.decodes(storage.nodes[index], to: utf8.span) }
}

/// The members of an object, in source order.
package struct JSONMembers: Sequence, Sendable {
    private let storage: JSONStorage
    private let first: Int
    package let count: Int

    init(object: JSONValue) {
        storage = object.storage
        first = object.index + 1
        count = object.kind == .object ? object.count : 0
    }

    package var isEmpty: Bool { count == 0 }
    package var underestimatedCount: Int { count }

    /// Returns an iterator that starts at the first member.
    package func makeIterator() -> Iterator { Iterator(storage: storage, index: first, remaining: count) }

    /// The iterator over the members.
    package struct Iterator: IteratorProtocol, Sendable {
        let storage: JSONStorage
        var index: Int
        var remaining: Int

        /// Returns the next member, or nil after the last one.
        package mutating func next() -> JSONMember? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            let member = JSONMember(storage: storage, index: index)
            index = Int(storage.nodes[index + 1].next)
            return member
        }
    }
}

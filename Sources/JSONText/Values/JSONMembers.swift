/// A name with its value in an object.
package struct JSONMember: Sendable {
    let storage: JSONStorage
    let index: Int

    /// The decoded name. Compare `nameUTF8` where canonically equal names must differ.
    package var name: String { storage.string(of: storage.nodes[index]) }
    /// The bytes of the decoded name.
    package var nameUTF8: [UInt8] { storage.utf8(of: storage.nodes[index]) }
    /// What `JSONName.hash` is for the name; kept, so it costs nothing.
    package var nameHash: UInt32 { storage.nodes[index].next }
    /// The bytes of the text that the name takes, quotes included.
    package var nameRange: Range<Int> { storage.nodes[index].range }
    /// The name as a string value that stands where the name does.
    package var nameValue: JSONValue { JSONValue(storage: storage, index: index) }
    package var value: JSONValue { JSONValue(storage: storage, index: index + 1) }

    /// Whether the name is exactly these bytes.
    package func isNamed(_ utf8: [UInt8]) -> Bool { storage.means(storage.nodes[index], utf8.span) }
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

    /// Starts at the first member.
    package func makeIterator() -> Iterator { Iterator(storage: storage, index: first, remaining: count) }

    /// Walks from member to member.
    package struct Iterator: IteratorProtocol, Sendable {
        let storage: JSONStorage
        var index: Int
        var remaining: Int

        /// The member after the last one given.
        package mutating func next() -> JSONMember? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            let member = JSONMember(storage: storage, index: index)
            index = Int(storage.nodes[index + 1].next)
            return member
        }
    }
}

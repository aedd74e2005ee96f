/// A member's name with its hash, for repeated lookups and comparisons. As a key it differs from every name with other
/// code points, while a `String` equals every canonically equivalent `String`.
package struct JSONName: Sendable, Hashable {
    /// The bytes of the decoded name.
    package let utf8: [UInt8]
    /// The hash, equal to `JSONMember.nameHash` of the same name; differs between processes.
    package let hash: UInt32

    /// Creates a name and its hash.
    package init(_ name: String) {
        self.init(utf8: Array(name.utf8))
    }

    /// Creates a name from its bytes.
    package init(utf8: [UInt8]) {
        self.utf8 = utf8
        hash = NameHash.of(utf8)
    }

    /// Creates the name of a member.
    package init(of member: JSONMember) {
        utf8 = member.nameUTF8
        hash = member.nameHash
    }
}

extension JSONValue {
    /// Returns the member with that name, or nil.
    package func member(_ name: JSONName) -> JSONMember? {
        guard kind == .object else { return nil }
        let found = storage.nameNode(name.utf8, hash: name.hash, object: index)
        return found.map { JSONMember(storage: storage, index: $0) }
    }

    /// The hash of the decoded string, equal to that of `JSONName`; nil for other kinds.
    package var stringHash: UInt32? {
        let node = node
        guard node.kind == .string else { return nil }
        if node.has(JSONNode.escaped) { return NameHash.of(storage.utf8(of: node)) }
        let bytes = storage.bytes
        return NameHash.of(bytes.span, in: (Int(node.start) + 1)..<(Int(node.end) - 1))
    }

    /// The number of Unicode scalars in the decoded string; 0 for other kinds.
    package var scalarCount: Int {
        let node = node
        guard node.kind == .string else { return 0 }
        if node.has(JSONNode.escaped) { return Self.scalars(of: storage.utf8(of: node)) }
        let bytes = storage.bytes
        let text = bytes.span
        var count = 0
        for offset in (Int(node.start) + 1)..<(Int(node.end) - 1) where text[offset] & 0xC0 != 0x80 { count += 1 }
        return count
    }

    private static func scalars(of utf8: [UInt8]) -> Int {
        var count = 0
        for byte in utf8 where byte & 0xC0 != 0x80 { count += 1 }
        return count
    }
}

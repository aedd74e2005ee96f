/// A member's name prepared for being looked up, or compared with, many times.
package struct JSONName: Sendable, Hashable {
    /// The bytes of the decoded name.
    package let utf8: [UInt8]
    /// What `JSONMember.nameHash` is for this name; differs from process to process.
    package let hash: UInt32

    /// Prepares a name.
    package init(_ name: String) {
        self.init(utf8: Array(name.utf8))
    }

    /// Prepares a name by its bytes.
    package init(utf8: [UInt8]) {
        self.utf8 = utf8
        hash = NameHash.of(utf8)
    }
}

extension JSONValue {
    /// A member by a prepared name.
    package func member(_ name: JSONName) -> JSONMember? {
        guard kind == .object else { return nil }
        let found = storage.nameNode(name.utf8, hash: name.hash, object: index)
        return found.map { JSONMember(storage: storage, index: $0) }
    }

    /// The hash that `JSONName` has for the decoded string; nil for other kinds.
    package var stringHash: UInt32? {
        let node = node
        guard node.kind == .string else { return nil }
        if node.has(JSONNode.escaped) { return NameHash.of(storage.utf8(of: node)) }
        let bytes = storage.bytes
        return NameHash.of(bytes.span, in: (Int(node.start) + 1)..<(Int(node.end) - 1))
    }

    /// How many Unicode scalars the decoded string has; 0 for other kinds.
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

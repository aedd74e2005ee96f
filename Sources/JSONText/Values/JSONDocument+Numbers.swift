extension JSONDocument {
    /// Returns the first `limit` numbers that are too large for a double, the type that most programs read numbers
    /// into; such programs refuse the whole document.
    package func numbersBeyondDoubles(limit: Int) -> [JSONValue] {
        var found: [JSONValue] = []
        for (index, node) in storage.nodes.enumerated() where node.kind == .number && !node.has(JSONNode.plainInteger) {
            let value = JSONValue(storage: storage, index: index)
            guard Self.mayBeTooLarge(storage.bytes[node.range]), Double(value.rawText)?.isFinite != true else {
                continue
            }
            found.append(value)
            if found.count == limit { break }
        }
        return found
    }

    /// Returns false if a number, from its text, is certainly not too large for a double: it has at most 308 bytes and
    /// no exponent.
    private static func mayBeTooLarge(_ text: ArraySlice<UInt8>) -> Bool {
        text.count > 308 || text.contains { $0 | 0x20 == UInt8(ascii: "e") }
    }
}

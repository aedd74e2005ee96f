/// One value of a document: a handle that keeps the document alive and is cheap to copy.
package struct JSONValue: Sendable {
    /// The six kinds of RFC 8259.
    package enum Kind: UInt8, Sendable, Hashable {
        case null, boolean, number, string, array, object
    }

    let storage: JSONStorage
    let index: Int

    var node: JSONNode { storage.nodes[index] }

    /// A number that an unchanged value keeps in the edited copies that one `JSONEditor` makes of its document.
    /// Unequal values of the document and of these copies never have the same number. Numbers count from 0, so that
    /// they can be indices of an array.
    package var identity: Int { storage.identity(of: index) }

    package var kind: Kind { node.kind }

    /// The byte range of the value in the text, including quotes and brackets.
    package var range: Range<Int> { node.range }

    package var isNull: Bool { kind == .null }

    /// The value of `true` or `false`; nil for other kinds.
    package var boolean: Bool? {
        let node = node
        return node.kind == .boolean ? node.has(JSONNode.isTrue) : nil
    }

    /// The exact number; nil for other kinds.
    package var number: JSONNumber? {
        let node = node
        guard node.kind == .number else { return nil }
        if let plainInteger { return JSONNumber(integer: plainInteger, text: rawText) }
        return JSONNumber(rawText)
    }

    /// The number if it is an integer that fits an `Int`, in any notation: `35`, `35.0`, `3.5e1`; nil for other values.
    package var integer: Int? { plainInteger ?? number?.int }

    /// The number if it is written as at most 18 digits after an optional minus sign, else nil; faster than `integer`.
    package var plainInteger: Int? {
        let node = node
        guard node.kind == .number, node.has(JSONNode.plainInteger) else { return nil }
        let bytes = storage.bytes
        let text = bytes.span
        var value = 0
        for offset in node.range {
            let byte = text[offset]
            if byte != UInt8(ascii: "-") { value = value * 10 + Int(byte &- UInt8(ascii: "0")) }
        }
        return text[Int(node.start)] == UInt8(ascii: "-") ? -value : value
    }

    /// The decoded string; nil for other kinds. Compare `utf8` where canonically equivalent strings must differ.
    package var string: String? {
        let node = node
        return node.kind == .string ? storage.string(of: node) : nil
    }

    /// The decoded string if it has at most 4,096 bytes as written, including its quotes; nil for longer strings and
    /// other kinds.
    ///
    /// For strings that are compared or hashed as names: Swift does both by canonical equivalence, which takes long for
    /// long texts.
    package var word: String? { range.count <= 4_096 ? string : nil }

    /// The bytes of the decoded string; nil for other kinds.
    package var utf8: [UInt8]? {
        let node = node
        return node.kind == .string ? storage.utf8(of: node) : nil
    }

    /// Returns true if the value is a string with exactly these bytes.
    package func isString(_ utf8: [UInt8]) -> Bool {
        let node = node
        return node.kind == .string && storage.decodes(node, to: utf8.span)
    }

    /// The number of items or members; 0 for other kinds.
    package var count: Int {
        let node = node
        return node.kind == .array || node.kind == .object ? node.count : 0
    }

    /// The text of the value as written.
    package var rawText: String { String(decoding: storage.bytes[range], as: UTF8.self) }

    /// The bytes of the value as written.
    package var rawBytes: [UInt8] { Array(storage.bytes[range]) }

    /// Returns the text without insignificant white space: names in source order, numbers and strings as written.
    package func minified() -> [UInt8] {
        var writer = JSONWriter()
        writer.raw(self)
        return writer.bytes
    }
}

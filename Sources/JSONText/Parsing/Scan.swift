/// Strict readers for the tokens of JSON; each moves the offset past its token if the token is valid.
enum Scan {
    /// Skips space, tab, line feed and carriage return, the only white space of JSON (RFC 8259, section 2).
    @inline(__always)
    static func skipWhitespace(_ text: borrowing Span<UInt8>, _ offset: inout Int) {
        while offset < text.count {
            let byte = text[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset += 1
        }
    }

    /// Reads a string from its opening quote and adds its node; returns false if it is malformed.
    @inline(__always)
    static func string(_ text: borrowing Span<UInt8>, _ offset: inout Int, nodes: inout [JSONNode]) -> Bool {
        let start = offset
        guard let isEscaped = stringEnd(text, &offset) else { return false }
        let info = UInt32(JSONValue.Kind.string.rawValue) | (isEscaped ? JSONNode.escaped : 0)
        nodes.append(JSONNode(start: UInt32(start), end: UInt32(offset), info: info, next: UInt32(nodes.count) + 1))
        return true
    }

    /// Reads a member's name and the colon after it and adds the name's node; returns false if they are malformed.
    @inline(__always)
    static func name(
        _ text: borrowing Span<UInt8>, _ offset: inout Int, nodes: inout [JSONNode], seed: UInt64
    ) -> Bool {
        guard text[offset] == UInt8(ascii: "\"") else { return false }
        let start = offset
        guard let isEscaped = stringEnd(text, &offset) else { return false }
        let hash =
            isEscaped
            ? NameHash.of(Unescape.bytes(text, (start + 1)..<(offset - 1)))
            : NameHash.of(text, in: (start + 1)..<(offset - 1), seed: seed)
        let info = UInt32(JSONValue.Kind.string.rawValue) | JSONNode.name | (isEscaped ? JSONNode.escaped : 0)
        nodes.append(JSONNode(start: UInt32(start), end: UInt32(offset), info: info, next: hash))
        skipWhitespace(text, &offset)
        guard offset < text.count, text[offset] == UInt8(ascii: ":") else { return false }
        offset += 1
        return true
    }

    /// Moves from an opening quote past the closing one; returns true if there is an escape, nil if the string is
    /// malformed.
    static func stringEnd(_ text: borrowing Span<UInt8>, _ offset: inout Int) -> Bool? {
        var isEscaped = false
        var index = offset + 1
        while index < text.count {
            let byte = text[index]
            // Fast path for printable ASCII other than the quote and the backslash.
            if byte &- 0x20 < 0x60, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                index += 1
                continue
            }
            if byte == UInt8(ascii: "\"") {
                offset = index + 1
                return isEscaped
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                guard let length = escapeLength(text, at: index) else { return nil }
                index += length
            } else if byte >= 0x80 {
                let length = UTF8Sequence.length(text, at: index)
                guard length > 0 else { return nil }
                index += length
            } else {
                return nil
            }
        }
        return nil
    }

    /// Returns the length of the escape at a backslash, a surrogate pair counting as one; nil if it is malformed or a
    /// lone surrogate.
    private static func escapeLength(_ text: borrowing Span<UInt8>, at index: Int) -> Int? {
        guard index + 1 < text.count else { return nil }
        switch text[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard let unit = codeUnit(text, at: index) else { return nil }
            guard unit & 0xF800 == 0xD800 else { return 6 }
            guard unit < 0xDC00, let low = codeUnit(text, at: index + 6), low & 0xFC00 == 0xDC00 else { return nil }
            return 12
        default:
            return nil
        }
    }

    /// Returns the value of the `\uXXXX` at a backslash; nil for anything else.
    static func codeUnit(_ text: borrowing Span<UInt8>, at index: Int) -> UInt32? {
        guard index + 5 < text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt32 = 0
        for digit in (index + 2)...(index + 5) {
            guard let value = hexadecimalValue(text[digit]) else { return nil }
            unit = unit << 4 | value
        }
        return unit
    }

    /// Returns the value of a hexadecimal digit in either case.
    static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Reads a number from its first byte (RFC 8259, section 6) and adds its node; the text after it is not examined.
    @inline(__always)
    static func number(_ text: borrowing Span<UInt8>, _ offset: inout Int, nodes: inout [JSONNode]) -> Bool {
        let start = offset
        var index = offset
        if text[index] == UInt8(ascii: "-") { index += 1 }
        let digits = index
        skipDigits(text, &index)
        guard index > digits else { return false }
        if text[digits] == UInt8(ascii: "0") { index = digits + 1 }
        var isPlain = index - digits <= 18
        if index < text.count, text[index] == UInt8(ascii: ".") {
            isPlain = false
            index += 1
            let fraction = index
            skipDigits(text, &index)
            guard index > fraction else { return false }
        }
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            isPlain = false
            index += 1
            if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
            let exponent = index
            skipDigits(text, &index)
            guard index > exponent else { return false }
        }
        offset = index
        let info = UInt32(JSONValue.Kind.number.rawValue) | (isPlain ? JSONNode.plainInteger : 0)
        nodes.append(JSONNode(start: UInt32(start), end: UInt32(index), info: info, next: UInt32(nodes.count) + 1))
        return true
    }

    @inline(__always)
    private static func skipDigits(_ text: borrowing Span<UInt8>, _ index: inout Int) {
        while index < text.count, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    }

    /// Reads `true`, `false` or `null` and adds its node.
    @inline(__always)
    static func literal(_ text: borrowing Span<UInt8>, _ offset: inout Int, nodes: inout [JSONNode]) -> Bool {
        let start = offset
        let info: UInt32
        let length: Int
        guard text.count - start >= 4 else { return false }
        let word = fourBytes(text, at: start)
        if word == 0x7472_7565 {
            info = UInt32(JSONValue.Kind.boolean.rawValue) | JSONNode.isTrue
            length = 4
        } else if word == 0x6E75_6C6C {
            info = UInt32(JSONValue.Kind.null.rawValue)
            length = 4
        } else if word == 0x6661_6C73, start + 4 < text.count, text[start + 4] == UInt8(ascii: "e") {
            info = UInt32(JSONValue.Kind.boolean.rawValue)
            length = 5
        } else {
            return false
        }
        offset += length
        nodes.append(JSONNode(start: UInt32(start), end: UInt32(offset), info: info, next: UInt32(nodes.count) + 1))
        return true
    }

    /// Returns four bytes as one big-endian number.
    @inline(__always)
    private static func fourBytes(_ text: borrowing Span<UInt8>, at offset: Int) -> UInt32 {
        UInt32(text[offset]) << 24 | UInt32(text[offset + 1]) << 16 | UInt32(text[offset + 2]) << 8
            | UInt32(text[offset + 3])
    }
}

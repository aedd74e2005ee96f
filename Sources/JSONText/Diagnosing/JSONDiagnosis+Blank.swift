extension JSONDiagnosis {
    /// Skips white space; reports and skips comments and invisible characters. Always returns true, for use in a
    /// condition.
    @discardableResult
    mutating func skipBlank() -> Bool {
        while let byte = peek(), !isStopped {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"), UInt8(ascii: "#") where !open.isEmpty:
                skipLineComment()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
            default:
                guard let name = invisibleName else { return true }
                let place = characterRange(at: offset)
                report("invisible-character", place, "There is an invisible character here (\(name)); delete it.")
                offset = place.upperBound
            }
        }
        return true
    }

    private mutating func skipLineComment() {
        let start = offset
        while let byte = peek(), byte != 0x0A, byte != 0x0D { offset += 1 }
        report("comment", start..<offset, "JSON has no comments; remove this one.")
    }

    private mutating func skipBlockComment() {
        let start = offset
        offset += 2
        while offset < bytes.count, !sees("*/") { offset += 1 }
        guard offset < bytes.count else {
            report("comment", start..<bytes.count, "JSON has no comments, and this one is never closed; remove it.")
            return stop()
        }
        offset += 2
        report("comment", start..<offset, "JSON has no comments; remove this one.")
    }

    /// The name of the invisible character at the offset; nil for other characters and for the zero byte.
    private var invisibleName: String? {
        if let byte = peek(), byte < 0x20, byte != 0 { return "control character \(hexadecimal(UInt32(byte)))" }
        guard let scalar = scalar(at: offset) else { return nil }
        switch scalar.value {
        case 0xA0, 0x202F: return "no-break space \(hexadecimal(scalar.value))"
        case 0xFEFF: return "byte order mark U+FEFF"
        case 0x85, 0x200B...0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2060...0x2064, 0xAD:
            return hexadecimal(scalar.value)
        case 0x1680, 0x2000...0x200A, 0x205F, 0x3000: return "space \(hexadecimal(scalar.value))"
        default: return nil
        }
    }

    /// Returns `U+` and at least four hexadecimal digits.
    func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Returns the character at an offset; nil at the end and for bytes that are not UTF-8.
    func scalar(at offset: Int) -> Unicode.Scalar? {
        guard offset < bytes.count else { return nil }
        let length = UTF8Sequence.length(bytes.span, at: offset)
        guard length > 0 else { return nil }
        return String(decoding: bytes[offset..<(offset + length)], as: UTF8.self).unicodeScalars.first
    }

    /// Returns the byte range of the character at an offset: one byte if it is not UTF-8, empty at the end of the text.
    func characterRange(at offset: Int) -> Range<Int> {
        guard offset < bytes.count else { return bytes.count..<bytes.count }
        return offset..<(offset + max(1, UTF8Sequence.length(bytes.span, at: offset)))
    }

    /// A description of the text at the offset for messages: a word, cut after 40 bytes, or else one character.
    var found: String {
        guard offset < bytes.count else { return "the end of the text" }
        var end = offset
        while end < bytes.count, end - offset < 40, isWordByte(bytes[end]) { end += 1 }
        if end > offset { return "“\(String(decoding: bytes[offset..<end], as: UTF8.self))”" }
        guard let scalar = scalar(at: offset) else { return "a byte that is not UTF-8" }
        if scalar == "\"" { return "a string" }
        if scalar.value < 0x20 || scalar.value == 0x7F { return "the control character \(hexadecimal(scalar.value))" }
        return "“\(scalar)”"
    }

    /// Returns true for ASCII letters, digits, `_` and `$`.
    func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }
}

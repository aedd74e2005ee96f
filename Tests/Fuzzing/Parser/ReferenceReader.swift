/// A minimal RFC 8259 parser to compare with Galley's parser; it only decides if a text is accepted.
///
/// Recursive, slow, and independent of `JSONText`.
struct ReferenceReader {
    private let text: [UInt8]
    private let maximumDepth: Int
    private var offset = 0

    /// Returns true if the text is one value. As in Galley, a byte order mark may precede it; duplicate names, lone
    /// surrogates and excessive depth are refused.
    static func accepts(_ text: [UInt8], maximumDepth: Int) -> Bool {
        guard String(validating: text, as: UTF8.self) != nil else { return false }
        var reader = ReferenceReader(text: text, maximumDepth: maximumDepth)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
        return reader.value(depth: 0) && reader.offset == text.count
    }

    private init(text: [UInt8], maximumDepth: Int) {
        self.text = text
        self.maximumDepth = maximumDepth
    }

    private var next: UInt8? { offset < text.count ? text[offset] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func take(word: String) -> Bool {
        guard text[offset...].starts(with: word.utf8) else { return false }
        offset += word.utf8.count
        return true
    }

    private mutating func blank() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    }

    private mutating func value(depth: Int) -> Bool {
        blank()
        defer { blank() }
        switch next {
        case UInt8(ascii: "{"): return depth < maximumDepth && object(depth: depth + 1)
        case UInt8(ascii: "["): return depth < maximumDepth && array(depth: depth + 1)
        case UInt8(ascii: "\""): return string() != nil
        case UInt8(ascii: "t"): return take(word: "true")
        case UInt8(ascii: "f"): return take(word: "false")
        case UInt8(ascii: "n"): return take(word: "null")
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> Bool {
        offset += 1
        blank()
        if take("}") { return true }
        var names: Set<[UInt16]> = []
        repeat {
            blank()
            guard let name = string(), names.insert(name).inserted else { return false }
            blank()
            guard take(":"), value(depth: depth) else { return false }
        } while take(",")
        return take("}")
    }

    private mutating func array(depth: Int) -> Bool {
        offset += 1
        blank()
        if take("]") { return true }
        repeat { guard value(depth: depth) else { return false } } while take(",")
        return take("]")
    }

    private mutating func number() -> Bool {
        _ = take("-")
        if !take("0") { guard digits() else { return false } }
        if take(".") { guard digits() else { return false } }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() else { return false }
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = offset
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
        return offset > start
    }

    /// Returns the UTF-16 units of a string; nil if it is invalid or has a lone surrogate.
    private mutating func string() -> [UInt16]? {
        guard take("\"") else { return nil }
        var units: [UInt16] = []
        var plain: [UInt8] = []
        while let byte = next {
            offset += 1
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                units += Array(String(decoding: plain, as: UTF8.self).utf16)
                plain = []
            }
            switch byte {
            case UInt8(ascii: "\""): return Self.isWellFormed(units) ? units : nil
            case UInt8(ascii: "\\"):
                guard let unit = escape() else { return nil }
                units.append(unit)
            case 0..<0x20: return nil
            default: plain.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> UInt16? {
        guard let letter = next else { return nil }
        offset += 1
        let meanings: [Unicode.Scalar: UInt16] = [
            "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 9,
        ]
        if letter != UInt8(ascii: "u") { return meanings[Unicode.Scalar(letter)] }
        let digits = text[offset..<min(offset + 4, text.count)]
        offset += digits.count
        let areHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
        guard digits.count == 4, areHexadecimal else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isWellFormed(_ units: [UInt16]) -> Bool {
        String(validating: units, as: UTF16.self) != nil
    }
}

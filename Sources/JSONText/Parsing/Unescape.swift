/// Decodes the content of strings.
enum Unescape {
    /// Returns the decoded UTF-8 bytes of well-formed string content.
    static func bytes(_ text: borrowing Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = text[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
                result.append(byte)
                index += 1
                continue
            }
            switch text[index + 1] {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                index += append(text, at: index, to: &result)
                continue
            case let other: result.append(other)
            }
            index += 2
        }
        return result
    }

    /// Appends the character of a `\u` escape; returns the length of the escape in bytes.
    private static func append(_ text: borrowing Span<UInt8>, at index: Int, to result: inout [UInt8]) -> Int {
        guard let unit = Scan.codeUnit(text, at: index) else { return 2 }
        var value = unit
        var length = 6
        if unit & 0xFC00 == 0xD800, let low = Scan.codeUnit(text, at: index + 6), low & 0xFC00 == 0xDC00 {
            value = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
            length = 12
        }
        let scalar = Unicode.Scalar(value) ?? Unicode.Scalar(UInt8(ascii: "?"))
        result.append(contentsOf: Array(String(Character(scalar)).utf8))
        return length
    }
}

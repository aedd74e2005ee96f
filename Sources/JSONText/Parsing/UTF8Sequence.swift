/// The well-formed byte sequences of UTF-8 (Unicode 15, table 3-7).
enum UTF8Sequence {
    /// Returns the length of the well-formed sequence at an offset, or 0 if there is none.
    static func length(_ text: borrowing Span<UInt8>, at offset: Int) -> Int {
        let first = text[offset]
        if first < 0x80 { return 1 }
        let length: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0:
            length = 3
            lowest = 0xA0
        case 0xED:
            length = 3
            highest = 0x9F
        case 0xE1...0xEF: length = 3
        case 0xF0:
            length = 4
            lowest = 0x90
        case 0xF1...0xF3: length = 4
        case 0xF4:
            length = 4
            highest = 0x8F
        default: return 0
        }
        guard offset + length <= text.count else { return 0 }
        let second = text[offset + 1]
        guard second >= lowest, second <= highest else { return 0 }
        var index = offset + 2
        while index < offset + length {
            guard text[index] & 0xC0 == 0x80 else { return 0 }
            index += 1
        }
        return length
    }
}

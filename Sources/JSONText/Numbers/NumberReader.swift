/// Splits the text of a number into its parts (RFC 8259, section 6).
struct NumberReader {
    /// The sign, digits and exponent as written.
    struct Parts {
        var isNegative = false
        /// The digits 0…9 of the integer and the fraction together.
        var digits: [UInt8] = []
        var fractionLength = 0
        var exponent = DecimalExponent(0)
    }

    private let text: [UInt8]
    private var offset = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// Returns the parts; nil unless the whole text is one number.
    mutating func read() -> Parts? {
        var parts = Parts()
        parts.isNegative = take(UInt8(ascii: "-"))
        let integer = takeDigits()
        guard let first = integer.first, integer.count == 1 || first != 0 else { return nil }
        parts.digits = integer
        if take(UInt8(ascii: ".")) {
            let fraction = takeDigits()
            guard !fraction.isEmpty else { return nil }
            parts.digits += fraction
            parts.fractionLength = fraction.count
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            let isNegative = take(UInt8(ascii: "-"))
            if !isNegative { _ = take(UInt8(ascii: "+")) }
            let exponent = takeDigits()
            guard !exponent.isEmpty else { return nil }
            parts.exponent = DecimalExponent(isNegative: isNegative, digits: exponent)
        }
        return offset == text.count ? parts : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard offset < text.count, text[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func takeDigits() -> [UInt8] {
        let start = offset
        while offset < text.count, text[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
        return text[start..<offset].map { $0 - UInt8(ascii: "0") }
    }
}

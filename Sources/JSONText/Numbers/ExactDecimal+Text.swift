extension ExactDecimal {
    /// The maximum number of digits before the decimal point in a text without an exponent, as in ECMAScript.
    private static let widest = 21

    /// The ECMAScript notation of the number (RFC 8785, section 3.2.2.3), but with all digits instead of those of the
    /// nearest double.
    var canonicalText: String {
        guard !isZero else { return "0" }
        let sign = isNegative ? "-" : ""
        let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        // The position of the decimal point, counted from the first digit.
        if let point = exponent.adding(digits.count).int {
            if point >= digits.count, point <= Self.widest {
                return sign + text + String(repeating: "0", count: point - digits.count)
            }
            if point > 0, point < digits.count, point <= Self.widest {
                return sign + text.prefix(point) + "." + text.dropFirst(point)
            }
            if point > -6, point <= 0 {
                return sign + "0." + String(repeating: "0", count: -point) + text
            }
        }
        let power = exponent.adding(digits.count - 1)
        let mantissa = text.prefix(1) + (digits.count > 1 ? "." + text.dropFirst() : "")
        return sign + mantissa + "e" + (power.isNegative ? "" : "+") + power.text
    }
}

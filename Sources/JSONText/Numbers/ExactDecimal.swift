/// A decimal number of any size: digits × 10^exponent, normalized without superfluous zeros.
struct ExactDecimal: Sendable, Hashable {
    let isNegative: Bool
    /// The digits 0…9, most significant first; neither the first nor the last is 0. Empty for zero.
    let digits: [UInt8]
    /// The exponent of the power of ten by which the digits, read as an integer, are multiplied.
    let exponent: DecimalExponent

    /// Parses the text of a JSON number; nil if it is invalid.
    init?(_ text: some Sequence<UInt8>) {
        var reader = NumberReader(Array(text))
        guard let parts = reader.read() else { return nil }
        var digits = parts.digits[...]
        while digits.last == 0 { digits.removeLast() }
        let dropped = parts.digits.count - digits.count
        while digits.first == 0 { digits.removeFirst() }
        self.digits = Array(digits)
        isNegative = parts.isNegative && !digits.isEmpty
        exponent =
            digits.isEmpty ? DecimalExponent(0) : parts.exponent.adding(dropped - parts.fractionLength)
    }

    init(_ integer: Int) {
        var digits: [UInt8] = []
        var rest = integer.magnitude
        var zeros = 0
        while rest > 0 {
            let digit = UInt8(rest % 10)
            if digits.isEmpty, digit == 0 { zeros += 1 } else { digits.append(digit) }
            rest /= 10
        }
        self.digits = digits.reversed()
        isNegative = integer < 0
        exponent = DecimalExponent(zeros)
    }

    var isZero: Bool { digits.isEmpty }
    var isInteger: Bool { isZero || !exponent.isNegative }

    /// The value if it is an integer that fits an `Int`; nil otherwise.
    var int: Int? {
        guard isInteger else { return nil }
        guard let exponent = exponent.int, exponent + digits.count <= 19 else { return isZero ? 0 : nil }
        var value = 0
        for digit in digits + [UInt8](repeating: 0, count: exponent) {
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            // Counts downwards, because the smallest integer has no positive counterpart.
            let (sum, overflowedAgain) = product.subtractingReportingOverflow(Int(digit))
            if overflowed || overflowedAgain { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }
}

extension ExactDecimal: Comparable {
    static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    /// Returns true if the magnitude is smaller, without regard to the signs.
    private func isSmaller(than other: ExactDecimal) -> Bool {
        if isZero || other.isZero { return isZero && !other.isZero }
        let magnitude = exponent.adding(digits.count)
        let otherMagnitude = other.exponent.adding(other.digits.count)
        if magnitude != otherMagnitude { return magnitude < otherMagnitude }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}

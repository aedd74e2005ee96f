/// The exponent of a power of ten, of any size: an `Int` in nearly all cases, otherwise a list of digits.
struct DecimalExponent: Sendable, Hashable {
    /// The maximum number of digits kept as an `Int`; leaves room to add the length of a text.
    private static let smallDigits = 17

    private let small: Int
    /// The magnitude as digits, most significant first, if it has too many for `small`; then `small` is the sign, 1 or
    /// -1.
    private let large: [UInt8]

    init(_ value: Int) {
        small = value
        large = []
    }

    /// Creates an exponent from digits 0…9, most significant first.
    init(isNegative: Bool, digits: [UInt8]) {
        let significant = digits.drop { $0 == 0 }
        if significant.count <= Self.smallDigits {
            let magnitude = significant.reduce(0) { $0 * 10 + Int($1) }
            small = isNegative ? -magnitude : magnitude
            large = []
        } else {
            small = isNegative ? -1 : 1
            large = Array(significant)
        }
    }

    var isNegative: Bool { small < 0 }

    /// The value; nil if it is stored as a list of digits.
    var int: Int? { large.isEmpty ? small : nil }

    /// Returns the sum. The magnitude of `other` must be at most the length of a text, which is small compared with any
    /// exponent stored as digits.
    func adding(_ other: Int) -> DecimalExponent {
        guard !large.isEmpty else { return DecimalExponent(small + other) }
        let isGrowing = (other < 0) == isNegative
        var carry = other.magnitude
        var digits = large
        for position in digits.indices.reversed() where carry > 0 {
            let digit = UInt(digits[position])
            let part = carry % 10
            carry /= 10
            if isGrowing {
                digits[position] = UInt8((digit + part) % 10)
                carry += (digit + part) / 10
            } else {
                digits[position] = UInt8((digit + 10 - part) % 10)
                carry += digit < part ? 1 : 0
            }
        }
        while carry > 0 {
            digits.insert(UInt8(carry % 10), at: 0)
            carry /= 10
        }
        return DecimalExponent(isNegative: isNegative, digits: digits)
    }

    /// The digits, with a minus sign if negative.
    var text: String {
        guard !large.isEmpty else { return String(small) }
        return (isNegative ? "-" : "") + String(decoding: large.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }
}

extension DecimalExponent: Comparable {
    static func < (left: DecimalExponent, right: DecimalExponent) -> Bool {
        switch (left.large.isEmpty, right.large.isEmpty) {
        case (true, true): return left.small < right.small
        case (true, false): return !right.isNegative
        case (false, true): return left.isNegative
        case (false, false):
            if left.isNegative != right.isNegative { return left.isNegative }
            if left.large == right.large { return false }
            let isShorter =
                left.large.count != right.large.count
                ? left.large.count < right.large.count : left.large.lexicographicallyPrecedes(right.large)
            return isShorter != left.isNegative
        }
    }
}

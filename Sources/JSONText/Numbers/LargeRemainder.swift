/// The remainder of a division by a number of more than 18 digits: long division, nine digits at a time.
///
/// Takes time proportional to the product of both lengths; each step processes about 80 digit pairs.
struct LargeRemainder {
    private static let digitsATime = 9

    /// The divisor in base 2³², least significant limb first, shifted left by `shift` bits so that its highest bit is
    /// set.
    private let divisor: [UInt32]
    private let shift: Int
    /// The remainder so far, shifted likewise; one limb longer than the divisor.
    private var remainder: [UInt32]

    /// Creates a division by a number with these digits 0…9, most significant first, without a leading 0. The algorithm
    /// needs at least 11 of them.
    init(divisor digits: [UInt8]) {
        var limbs: [UInt32] = []
        for (value, scale) in Self.parts(of: digits) { Self.multiply(&limbs, by: scale, adding: value) }
        let shift = limbs.last?.leadingZeroBitCount ?? 0
        Self.multiply(&limbs, by: 1 << UInt64(shift), adding: 0)
        divisor = limbs
        self.shift = shift
        remainder = [UInt32](repeating: 0, count: limbs.count + 1)
    }

    var isZero: Bool { remainder.allSatisfy { $0 == 0 } }

    /// Appends more digits of the dividend.
    mutating func append(_ digits: [UInt8]) {
        for (value, scale) in Self.parts(of: digits) {
            Self.multiply(&remainder, by: scale, adding: value << UInt64(shift))
            reduce()
        }
    }

    /// Splits digits into numbers of at most nine digits. The scale of a number is the power of ten by which the digits
    /// before it must be multiplied.
    private static func parts(of digits: [UInt8]) -> [(value: UInt64, scale: UInt64)] {
        stride(from: 0, to: digits.count, by: digitsATime).map { start in
            digits[start..<min(start + digitsATime, digits.count)].reduce((0, 1)) { part, digit in
                (part.0 * 10 + UInt64(digit), part.1 * 10)
            }
        }
    }

    private static func multiply(_ limbs: inout [UInt32], by factor: UInt64, adding term: UInt64) {
        // The sum stays below 2⁶³: the term starts with at most 62 bits, and each product has as many.
        var carry = term
        for place in limbs.indices {
            let sum = UInt64(limbs[place]) * factor + carry & 0xFFFF_FFFF
            limbs[place] = UInt32(truncatingIfNeeded: sum)
            carry = carry >> 32 + sum >> 32
        }
        if carry > 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
    }

    /// Subtracts the divisor as often as possible (Knuth, The Art of Computer Programming 4.3.1, steps D3 to D6).
    private mutating func reduce() {
        let count = divisor.count
        let top = UInt64(remainder[count]) << 32 | UInt64(remainder[count - 1])
        let quotient = min(top / UInt64(divisor[count - 1]), UInt64(UInt32.max))
        if quotient == 0 { return }
        var borrow: UInt64 = 0
        for place in 0..<count {
            let product = UInt64(divisor[place]) * quotient + borrow
            let low = UInt32(truncatingIfNeeded: product)
            borrow = product >> 32 + (remainder[place] < low ? 1 : 0)
            remainder[place] &-= low
        }
        var isNegative = UInt64(remainder[count]) < borrow
        remainder[count] &-= UInt32(truncatingIfNeeded: borrow)
        // The estimate from the first limbs is at most two too large.
        while isNegative { isNegative = !addDivisor() }
    }

    /// Adds the divisor; returns true if the remainder is no longer negative.
    private mutating func addDivisor() -> Bool {
        var carry: UInt64 = 0
        for place in divisor.indices {
            let sum = UInt64(remainder[place]) + UInt64(divisor[place]) + carry
            remainder[place] = UInt32(truncatingIfNeeded: sum)
            carry = sum >> 32
        }
        let sum = UInt64(remainder[divisor.count]) + carry
        remainder[divisor.count] = UInt32(truncatingIfNeeded: sum)
        return sum >> 32 > 0
    }
}

extension ExactDecimal {
    /// Returns true if `divisor` divides this number without a remainder; false if `divisor` is zero.
    func isMultiple(of divisor: ExactDecimal) -> Bool {
        if divisor.isZero { return false }
        if isZero { return true }
        // self / divisor = (digits / divisor.digits) × 10^shift.
        guard let shift = shift(over: divisor) else {
            // The exponents differ, and at least one of them has 18 digits or more. They count as very different: the
            // number is far smaller than the divisor, or it has every factor of ten that is needed. This can be wrong
            // only if the exponents have nearly the same value.
            return exponent < divisor.exponent ? false : Self.divides(divisor.digits, digits, shift: .max)
        }
        // The digits, read as an integer, are not divisible by ten, so dividing by a power of ten leaves a remainder.
        if shift < 0 { return false }
        return Self.divides(divisor.digits, digits, shift: shift)
    }

    /// Returns the cost of `isMultiple(of:)` in steps; a step takes about as long as a hundred small additions.
    func costOfDividing(by divisor: ExactDecimal) -> Int {
        // `divides` adds up to four zeros for each digit of the divisor; `LargeRemainder` handles about 81 pairs of
        // digits at a time. Both lengths are bounded by the text, so the product cannot overflow.
        let dividend = digits.count + 4 * divisor.digits.count
        return 1 + dividend * (1 + divisor.digits.count / 81) / 100
    }

    private func shift(over divisor: ExactDecimal) -> Int? {
        guard let own = exponent.int, let other = divisor.exponent.int else {
            return exponent == divisor.exponent ? 0 : nil
        }
        return own - other
    }

    /// Returns true if `divisor` divides `digits` × 10^`shift`; both are decimal digits.
    private static func divides(_ divisor: [UInt8], _ digits: [UInt8], shift: Int) -> Bool {
        // A divisor of d digits has fewer than 4d factors of 2 and of 5, so more zeros change nothing.
        let zeros = [UInt8](repeating: 0, count: min(shift, 4 * divisor.count))
        let dividend = digits + zeros
        if divisor.count <= 18 {
            let modulus = divisor.reduce(0 as UInt64) { $0 * 10 + UInt64($1) }
            var remainder: UInt64 = 0
            for digit in dividend {
                let wide = remainder.multipliedFullWidth(by: 10)
                let (low, carry) = wide.low.addingReportingOverflow(UInt64(digit))
                remainder = modulus.dividingFullWidth((wide.high + (carry ? 1 : 0), low)).remainder
            }
            return remainder == 0
        }
        var remainder = LargeRemainder(divisor: divisor)
        remainder.append(dividend)
        return remainder.isZero
    }
}

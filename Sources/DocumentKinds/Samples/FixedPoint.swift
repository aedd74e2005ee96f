import JSONText

/// Exact decimal numbers as integers in a unit: with three decimal `places`, the unit is 0.001.
enum FixedPoint {
    /// Returns the number of decimal places; nil if the number has too many digits or an exponent beyond ±99.
    static func places(of number: JSONNumber) -> Int? {
        parts(of: number).map { max(0, -$0.exponent) }
    }

    /// Returns a number as a count of units; nil if it is not a multiple of the unit or is too large.
    static func units(of number: JSONNumber, places: Int) -> Int128? {
        guard let (digits, exponent) = parts(of: number), exponent + places >= 0, let factor = power(exponent + places)
        else { return nil }
        let (units, overflows) = digits.multipliedReportingOverflow(by: factor)
        // Leaves room for adding further steps without overflow.
        return overflows || units.magnitude > UInt128(Int128.max) / 1024 ? nil : units
    }

    /// Returns a power of ten; nil if it is too large.
    static func power(_ exponent: Int) -> Int128? {
        guard (0...34).contains(exponent) else { return nil }
        return (0..<exponent).reduce(1 as Int128) { power, _ in power * 10 }
    }

    /// Returns the least common multiple of two positive numbers; nil if it is too large.
    static func leastCommonMultiple(_ first: Int128, _ second: Int128) -> Int128? {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        guard divisor != 0, first > 0, second > 0 else { return nil }
        let (multiple, overflows) = (first / divisor).multipliedReportingOverflow(by: second)
        return overflows || multiple.magnitude > UInt128(Int128.max) / 4096 ? nil : multiple
    }

    /// Returns the first multiple of a positive step that is at least `value`.
    static func multiple(of step: Int128, notBelow value: Int128) -> Int128 {
        let rest = value % step
        return rest == 0 ? value : rest > 0 ? value - rest + step : value - rest
    }

    /// Returns a count of units as a JSON number, without trailing zeros after the decimal point.
    static func text(of units: Int128, places: Int) -> String {
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        var fraction = padded.suffix(places)
        while fraction.last == "0" { fraction.removeLast() }
        return (units < 0 ? "-" : "") + padded.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// Splits a number into its digits and the power of ten that multiplies them; nil if it has too many digits or an
    /// exponent beyond ±99.
    private static func parts(of number: JSONNumber) -> (digits: Int128, exponent: Int)? {
        let text = number.canonicalText
        let halves = text.split(separator: "e")
        guard let mantissa = halves.first, let exponent = halves.count > 1 ? Int(halves[1]) : 0,
            (-99...99).contains(exponent)
        else { return nil }
        let fraction = mantissa.firstIndex(of: ".").map { mantissa[mantissa.index(after: $0)...].count } ?? 0
        guard mantissa.count < 34, let digits = Int128(mantissa.filter { $0 != "." }) else { return nil }
        return (digits, exponent - fraction)
    }
}

import JSONText

/// Decimals as whole numbers of units, a unit being one in the last of so many places behind the point.
enum FixedPoint {
    /// How many places behind the point a number has; nil where there are too many digits to reckon with.
    static func places(of number: JSONNumber) -> Int? {
        parts(of: number).map { max(0, -$0.exponent) }
    }

    /// A number in units; nil where it is none of them or too large.
    static func units(of number: JSONNumber, places: Int) -> Int128? {
        guard let (digits, exponent) = parts(of: number), exponent + places >= 0, let factor = power(exponent + places)
        else { return nil }
        let (units, overflows) = digits.multipliedReportingOverflow(by: factor)
        // Room to count on from here without running over.
        return overflows || units.magnitude > UInt128(Int128.max) / 1024 ? nil : units
    }

    /// Ten to a power; nil where it is too large.
    static func power(_ exponent: Int) -> Int128? {
        guard (0...34).contains(exponent) else { return nil }
        return (0..<exponent).reduce(1 as Int128) { power, _ in power * 10 }
    }

    /// The least number that both go into; nil where it is too large.
    static func leastCommonMultiple(_ first: Int128, _ second: Int128) -> Int128? {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        guard divisor != 0, first > 0, second > 0 else { return nil }
        let (multiple, overflows) = (first / divisor).multipliedReportingOverflow(by: second)
        return overflows || multiple.magnitude > UInt128(Int128.max) / 4096 ? nil : multiple
    }

    /// The first multiple of a positive step that is not below a value.
    static func multiple(of step: Int128, notBelow value: Int128) -> Int128 {
        let rest = value % step
        return rest == 0 ? value : rest > 0 ? value - rest + step : value - rest
    }

    /// The number as JSON, without superfluous zeros.
    static func text(of units: Int128, places: Int) -> String {
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        var fraction = padded.suffix(places)
        while fraction.last == "0" { fraction.removeLast() }
        return (units < 0 ? "-" : "") + padded.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// The digits and the power of ten they are multiplied by.
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

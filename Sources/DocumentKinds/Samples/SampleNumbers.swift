import JSONSchema
import JSONText

/// Suggests numbers within the bounds of some subschemas, calculated exactly.
struct SampleNumbers {
    private let bounds: [NumberBounds]
    private let areIntegers: Bool

    /// The maximum number of decimal places in a calculation.
    private static let mostPlaces = 24

    /// The number of additional suggestions, because some may violate other keywords.
    private static let spare = 8

    init(_ nodes: [SchemaNode], areIntegers: Bool) {
        bounds = nodes.compactMap(\.numbers)
        self.areIntegers = areIntegers
    }

    /// Returns suggestions as JSON numbers, the plainest first.
    func texts(_ count: Int) -> [String] {
        let places = all.compactMap { FixedPoint.places(of: $0) }.max() ?? 0
        guard places <= Self.mostPlaces else { return all.map(\.text) }
        let count = count + Self.spare
        var found = grid(places: places, isWhole: true, count)
        if !areIntegers {
            // Close bounds may contain only numbers with decimal places.
            for further in [places, places + 1, places + 3] where found.count < count {
                found += grid(places: further, isWhole: false, count)
            }
        }
        // Bounds too large for the calculation are suggested themselves. The numbers at the end are for schemas that
        // restrict numbers only by `not`.
        return found + all.map(\.text) + (areIntegers ? ["-1"] : ["-1", "0.5", "1.5"])
    }

    private var all: [JSONNumber] {
        bounds.flatMap { [$0.minimum, $0.exclusiveMinimum, $0.maximum, $0.exclusiveMaximum, $0.multipleOf] }
            .compactMap(\.self)
    }

    /// Returns the multiples of the required step within the bounds, calculated in units of the last decimal place.
    private func grid(places: Int, isWhole: Bool, _ count: Int) -> [String] {
        func units(_ number: JSONNumber?) -> Int128? { number.flatMap { FixedPoint.units(of: $0, places: places) } }
        var step: Int128 = 1
        if isWhole, let one = FixedPoint.power(places) { step = one }
        for bound in bounds {
            guard let multiple = bound.multipleOf else { continue }
            guard let own = units(multiple), let common = FixedPoint.leastCommonMultiple(step, own) else { return [] }
            step = common
        }
        let lows =
            bounds.compactMap { units($0.minimum) } + bounds.compactMap { units($0.exclusiveMinimum).map { $0 + 1 } }
        let highs =
            bounds.compactMap { units($0.maximum) } + bounds.compactMap { units($0.exclusiveMaximum).map { $0 - 1 } }
        let low = lows.max().map { FixedPoint.multiple(of: step, notBelow: $0) }
        let high = highs.min().map { -FixedPoint.multiple(of: step, notBelow: -$0) }
        if let low, let high, low > high { return [] }
        var found: [Int128] = []
        // Starts at one step because 1 looks plainer than 0, and both look plainer than a bound.
        let starts: [Int128] = [step, 0, low ?? min(high ?? 0, 0)]
        for start in starts {
            for round in 0..<Int128(count) {
                let (offset, overflows) = step.multipliedReportingOverflow(by: round)
                let (value, overflowsToo) = start.addingReportingOverflow(offset)
                guard !overflows, !overflowsToo, value >= low ?? .min, value <= high ?? .max else { break }
                if !found.contains(value) { found.append(value) }
            }
        }
        if let high {
            for round in 0..<Int128(count) where high - step * round >= low ?? (high - step * Int128(count)) {
                let value = high - step * round
                if !found.contains(value) { found.append(value) }
            }
        }
        return found.map { FixedPoint.text(of: $0, places: places) }
    }
}

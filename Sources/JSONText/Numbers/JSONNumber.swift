/// A number exactly as its decimal text says, of any size and precision, with the text itself.
///
/// Equality, order and hash are mathematical: `1`, `1.0` and `10e-1` are the same number.
package struct JSONNumber: Sendable {
    /// Every number that an `Int` holds is the first case, so the cases never mean the same number.
    private enum Magnitude: Sendable, Hashable {
        case integer(Int)
        case decimal(ExactDecimal)
    }

    /// As written.
    package let text: String
    private let magnitude: Magnitude

    /// Reads the text of a JSON number (RFC 8259, section 6); nil when it is not one.
    package init?(_ text: String) {
        guard let decimal = ExactDecimal(text.utf8) else { return nil }
        self.text = text
        magnitude = decimal.int.map { .integer($0) } ?? .decimal(decimal)
    }

    /// An integer.
    package init(_ integer: Int) {
        text = String(integer)
        magnitude = .integer(integer)
    }

    init(integer: Int, text: String) {
        self.text = text
        magnitude = .integer(integer)
    }

    /// Whether it has no fraction, however it is written.
    package var isInteger: Bool {
        switch magnitude {
        case .integer: true
        case .decimal(let decimal): decimal.isInteger
        }
    }

    /// The value when it is an integer that fits.
    package var int: Int? {
        if case .integer(let value) = magnitude { return value }
        return nil
    }

    /// The nearest double, nil beyond its range.
    package var double: Double? {
        if case .integer(let value) = magnitude { return Double(value) }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// About how many steps `isMultiple(of:)` takes: as many as a hundred small sums each.
    package func costOfDividing(by divisor: JSONNumber) -> Int {
        if case .integer = magnitude, case .integer = divisor.magnitude { return 1 }
        return decimal.costOfDividing(by: divisor.decimal)
    }

    /// Whether dividing by `divisor` leaves no remainder; false when the divisor is zero.
    package func isMultiple(of divisor: JSONNumber) -> Bool {
        if case .integer(let value) = magnitude, case .integer(let other) = divisor.magnitude {
            return other != 0 && value.isMultiple(of: other)
        }
        return decimal.isMultiple(of: divisor.decimal)
    }

    /// The text of RFC 8785 for exact digits: plain up to 21 places, with an exponent beyond.
    package var canonicalText: String {
        if case .integer(let value) = magnitude { return String(value) }
        return decimal.canonicalText
    }

    private var decimal: ExactDecimal {
        switch magnitude {
        case .integer(let value): ExactDecimal(value)
        case .decimal(let decimal): decimal
        }
    }
}

extension JSONNumber: Hashable, Comparable {
    /// Mathematical equality.
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool { left.magnitude == right.magnitude }

    /// Mathematical order.
    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if case .integer(let value) = left.magnitude, case .integer(let other) = right.magnitude {
            return value < other
        }
        return left.decimal < right.decimal
    }

    /// Equal numbers feed the same, however they are written.
    package func hash(into hasher: inout Hasher) { hasher.combine(magnitude) }
}

/// A number with the exact value of its decimal text, of any size and precision, together with that text.
///
/// Equality, order and hash are mathematical: `1`, `1.0` and `10e-1` are the same number.
package struct JSONNumber: Sendable {
    /// The value. Every integer that fits an `Int` is an `integer`, so that the two cases never represent the same
    /// number.
    private enum Magnitude: Sendable, Hashable {
        case integer(Int)
        case decimal(ExactDecimal)
    }

    /// The text of the number as written.
    package let text: String
    private let magnitude: Magnitude

    /// Parses the text of a JSON number (RFC 8259, section 6); nil if it is invalid.
    package init?(_ text: String) {
        guard let decimal = ExactDecimal(text.utf8) else { return nil }
        self.text = text
        magnitude = decimal.int.map { .integer($0) } ?? .decimal(decimal)
    }

    /// Creates a number from an integer.
    package init(_ integer: Int) {
        text = String(integer)
        magnitude = .integer(integer)
    }

    init(integer: Int, text: String) {
        self.text = text
        magnitude = .integer(integer)
    }

    /// True if the number has no fraction, in any notation.
    package var isInteger: Bool {
        switch magnitude {
        case .integer: true
        case .decimal(let decimal): decimal.isInteger
        }
    }

    /// The value if it is an integer that fits an `Int`; nil otherwise.
    package var int: Int? {
        if case .integer(let value) = magnitude { return value }
        return nil
    }

    /// The nearest double; nil if the number is out of range.
    package var double: Double? {
        if case .integer(let value) = magnitude { return Double(value) }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// Returns the cost of `isMultiple(of:)` in steps; a step takes about as long as a hundred small additions.
    package func costOfDividing(by divisor: JSONNumber) -> Int {
        if case .integer = magnitude, case .integer = divisor.magnitude { return 1 }
        return decimal.costOfDividing(by: divisor.decimal)
    }

    /// Returns true if `divisor` divides the number without a remainder; false if `divisor` is zero.
    package func isMultiple(of divisor: JSONNumber) -> Bool {
        if case .integer(let value) = magnitude, case .integer(let other) = divisor.magnitude {
            return other != 0 && value.isMultiple(of: other)
        }
        return decimal.isMultiple(of: divisor.decimal)
    }

    /// The canonical text (RFC 8785), but with all digits. It has an exponent if the magnitude of the number is 10²¹ or
    /// more, or less than 10⁻⁶ but not 0.
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

    /// Hashes the value, so that equal numbers have equal hashes in any notation.
    package func hash(into hasher: inout Hasher) { hasher.combine(magnitude) }
}

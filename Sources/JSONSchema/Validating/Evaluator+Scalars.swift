import JSONText
import Patterns

/// Evaluates the keywords about strings and numbers, and `enum` and `const`.
extension Evaluator {
    /// The number of bytes, listed values or steps from which on a check may be slow, so that it spends the budget.
    private static let slowSize = 32

    mutating func accepts(_ values: ValueKeywords, _ value: JSONValue) -> Bool {
        if let constant = values.constant, !constant.isEqual(to: value) { return false }
        guard values.allowed != nil else { return true }
        if value.kind == .string { return values.strings[value] != nil }
        guard values.others.count < Self.slowSize || budget.spend(values.others.count) else { return false }
        return values.others.contains { $0.isEqual(to: value) }
    }

    mutating func accepts(_ numbers: NumberKeywords, _ value: JSONValue) -> Bool {
        if let range = numbers.integers, let integer = value.plainInteger { return range.contains(integer) }
        guard value.range.count < Self.slowSize || budget.spend(1) else { return false }
        guard let number = value.number else { return true }
        if let minimum = numbers.minimum, number < minimum { return false }
        if let maximum = numbers.maximum, number > maximum { return false }
        if let minimum = numbers.exclusiveMinimum, number <= minimum { return false }
        if let maximum = numbers.exclusiveMaximum, number >= maximum { return false }
        if let divisor = numbers.multipleOf {
            let cost = number.costOfDividing(by: divisor)
            guard cost < Self.slowSize || budget.spend(cost), number.isMultiple(of: divisor) else { return false }
        }
        return true
    }

    mutating func accepts(_ strings: StringKeywords, _ value: JSONValue) -> Bool {
        if strings.minimumLength != nil || strings.maximumLength != nil {
            let length = value.scalarCount
            if let minimum = strings.minimumLength, length < minimum { return false }
            if let maximum = strings.maximumLength, length > maximum { return false }
        }
        guard strings.pattern != nil || strings.formatCheck != nil, let bytes = value.utf8 else { return true }
        if let pattern = strings.pattern, !matches(pattern, bytes, at: value) { return false }
        if let format = strings.formatCheck {
            guard bytes.count < Self.slowSize || budget.spend(1) else { return false }
            if !format.accepts(bytes) { return false }
        }
        return true
    }

    /// Returns true if a pattern matches; spends the whole budget if matching would cost too much.
    mutating func matches(_ pattern: SchemaPattern, _ bytes: [UInt8], at value: JSONValue) -> Bool {
        guard budget.spend(1) else { return false }
        do {
            return try pattern.pattern.matches(bytes)
        } catch {
            // The result is unknown, so the whole check is given up: with “no match”, a `not` would accept the value.
            budget.giveUp()
            if costly == nil { costly = (pattern.source, value) }
            return false
        }
    }
}

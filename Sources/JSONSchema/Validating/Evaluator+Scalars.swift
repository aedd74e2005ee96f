import JSONText
import Patterns

/// The keywords that look at one value alone.
extension Evaluator {
    func accepts(_ values: ValueKeywords, _ value: JSONValue) -> Bool {
        if let constant = values.constant, !constant.isEqual(to: value) { return false }
        guard values.allowed != nil else { return true }
        if let bytes = value.utf8 { return values.strings[bytes] != nil }
        return values.others.contains { $0.isEqual(to: value) }
    }

    func accepts(_ numbers: NumberKeywords, _ value: JSONValue) -> Bool {
        guard let number = value.number else { return true }
        if let minimum = numbers.minimum, number < minimum { return false }
        if let maximum = numbers.maximum, number > maximum { return false }
        if let minimum = numbers.exclusiveMinimum, number <= minimum { return false }
        if let maximum = numbers.exclusiveMaximum, number >= maximum { return false }
        if let divisor = numbers.multipleOf, !number.isMultiple(of: divisor) { return false }
        return true
    }

    mutating func accepts(_ strings: StringKeywords, _ value: JSONValue) -> Bool {
        guard let bytes = value.utf8 else { return true }
        if strings.minimumLength != nil || strings.maximumLength != nil {
            let length = Self.length(of: bytes)
            if let minimum = strings.minimumLength, length < minimum { return false }
            if let maximum = strings.maximumLength, length > maximum { return false }
        }
        if let pattern = strings.pattern, !matches(pattern, bytes) { return false }
        if let format = strings.formatCheck, !format.accepts(bytes) { return false }
        return true
    }

    /// Whether a pattern matches; a match that would cost too much is none.
    mutating func matches(_ pattern: SchemaPattern, _ bytes: [UInt8]) -> Bool {
        guard budget.step() else { return false }
        do {
            return try pattern.pattern.matches(bytes)
        } catch {
            return false
        }
    }

    /// The length of UTF-8 in Unicode scalars.
    static func length(of bytes: [UInt8]) -> Int {
        var length = 0
        for byte in bytes where byte & 0xC0 != 0x80 { length += 1 }
        return length
    }
}

package import JSONText

/// A set of JSON types, as `type` names them.
package struct TypeSet: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package static let null = TypeSet(rawValue: 1 << 0)
    package static let boolean = TypeSet(rawValue: 1 << 1)
    package static let integer = TypeSet(rawValue: 1 << 2)
    package static let number = TypeSet(rawValue: 1 << 3)
    package static let string = TypeSet(rawValue: 1 << 4)
    package static let array = TypeSet(rawValue: 1 << 5)
    package static let object = TypeSet(rawValue: 1 << 6)
    /// Draft 4's integer: `1.0` is not one, because it is written with a fraction.
    static let literalInteger = TypeSet(rawValue: 1 << 7)

    /// Every type.
    package static let any: TypeSet = [.null, .boolean, .integer, .number, .string, .array, .object]

    /// Creates a set from its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates the type with that name, or nil if JSON Schema has no such type.
    package init?(name: String) {
        switch name {
        case "null": self = .null
        case "boolean": self = .boolean
        case "integer": self = .integer
        case "number": self = .number
        case "string": self = .string
        case "array": self = .array
        case "object": self = .object
        default: return nil
        }
    }

    /// The names of the types in the set; `integer` is omitted if `number` is present.
    package var names: [String] {
        var names: [String] = []
        if contains(.string) { names.append("string") }
        if contains(.number) {
            names.append("number")
        } else if contains(.integer) || contains(.literalInteger) {
            names.append("integer")
        }
        if contains(.boolean) { names.append("boolean") }
        if contains(.object) { names.append("object") }
        if contains(.array) { names.append("array") }
        if contains(.null) { names.append("null") }
        return names
    }

    /// Returns true if the value has one of these types. A number without a fraction, such as `1.0`, is an integer; not
    /// in draft 4, whose integer is `literalInteger`.
    package func contains(_ value: JSONValue) -> Bool {
        switch value.kind {
        case .null: contains(.null)
        case .boolean: contains(.boolean)
        case .string: contains(.string)
        case .array: contains(.array)
        case .object: contains(.object)
        case .number: contains(.number) || containsInteger(value)
        }
    }

    private func containsInteger(_ value: JSONValue) -> Bool {
        if contains(.literalInteger) {
            return !value.rawText.utf8.contains { $0 == 0x2E || $0 == 0x65 || $0 == 0x45 }
        }
        return contains(.integer) && (value.integer != nil || value.number?.isInteger == true)
    }
}

import JSONText

extension JSONValue {
    /// Whether there is nothing in it that a person would call data.
    var isBare: Bool {
        switch kind {
        case .null: true
        case .array, .object: count == 0
        case .string: string == ""
        case .number, .boolean: false
        }
    }
}

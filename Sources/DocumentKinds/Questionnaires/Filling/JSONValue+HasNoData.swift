import JSONText

extension JSONValue {
    /// True if the value contains no data: null, an empty string, or an empty container.
    var hasNoData: Bool {
        switch kind {
        case .null: true
        case .array, .object: count == 0
        case .string: string == ""
        case .number, .boolean: false
        }
    }
}

import JSONText

/// The keywords `enum` and `const`.
final class ValueKeywords: Sendable {
    let constant: JSONValue?
    /// The values of `enum`; nil without it.
    let allowed: [JSONValue]?
    /// The strings among `allowed`, for fast lookup.
    let strings: ByteTable
    /// The values of `allowed` that are not strings.
    let others: [JSONValue]

    init(constant: JSONValue?, allowed: [JSONValue]?) {
        self.constant = constant
        self.allowed = allowed
        strings = ByteTable((allowed ?? []).compactMap(\.utf8))
        others = (allowed ?? []).filter { $0.kind != .string }
    }
}

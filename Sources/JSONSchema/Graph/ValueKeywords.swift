import JSONText

/// `enum` and `const`.
final class ValueKeywords: Sendable {
    let constant: JSONValue?
    /// The values of `enum`; nil without it.
    let allowed: [JSONValue]?
    /// The strings among `allowed`, for a quick look.
    let strings: ByteTable
    /// The values of `allowed` that are no strings.
    let others: [JSONValue]

    init(constant: JSONValue?, allowed: [JSONValue]?) {
        self.constant = constant
        self.allowed = allowed
        strings = ByteTable((allowed ?? []).compactMap(\.utf8))
        others = (allowed ?? []).filter { $0.kind != .string }
    }
}

package import JSONText

/// Where a document breaks its schema, for rules that read names which others refer to: what stands in a broken place
/// cannot be read, so that nothing is unknown for want of it.
package struct SchemaFaults {
    private let offsets: [Int]

    /// The places of those of the diagnostics that speak of the shape, not of a value.
    package init(_ diagnostics: [Diagnostic]) {
        offsets = diagnostics.filter { Self.codes.contains($0.code) }.compactMap { $0.range?.start.offset }
    }

    private static let codes: Set<String> = [
        "schema.type", "schema.required", "schema.oneOf", "schema.unevaluatedProperties",
    ]

    /// Whether something is wrong with a value or inside of it; nothing is with one that is not there.
    package func touch(_ value: JSONValue?) -> Bool {
        guard let range = value?.range else { return false }
        return offsets.contains { range.contains($0) }
    }
}

package import JSONText

/// The places where a document violates its schema. Rules about names use them, because names inside an invalid part
/// cannot be read, and references to these names must not be reported as unknown.
package struct SchemaFaults {
    private let offsets: [Int]

    /// Collects the places of diagnostics about the structure of a document, such as missing members; ignores other
    /// diagnostics.
    package init(_ diagnostics: [Diagnostic]) {
        offsets = diagnostics.filter { Self.codes.contains($0.code) }.compactMap { $0.range?.start.offset }
    }

    private static let codes: Set<String> = [
        "schema.type", "schema.required", "schema.oneOf", "schema.unevaluatedProperties",
    ]

    /// Returns true if there is a fault at a value or inside it; false for nil.
    package func touch(_ value: JSONValue?) -> Bool {
        guard let range = value?.range else { return false }
        return offsets.contains { range.contains($0) }
    }
}

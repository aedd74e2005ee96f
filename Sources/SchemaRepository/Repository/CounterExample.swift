package import JSONText

/// A document that an entity must refuse, and what must be said of it.
///
/// It stands in `counter-examples/NAME.json` beside the entity's schema, what must be said of it in
/// `counter-examples/NAME.expected.json`: `{"pointer": "/title", "code": "schema.type"}`.
package struct CounterExample: Sendable {
    /// The file's name without extension.
    package let name: String
    package let path: String

    /// The text, which need not be JSON.
    package let bytes: [UInt8]

    /// Where the diagnostic must stand, and its code; nil where the repository does not say so.
    package let expectation: Expectation?

    package struct Expectation: Sendable, Hashable {
        package let pointer: JSONPointer
        package let code: String

        init?(_ value: JSONValue) {
            guard let pointer = value["pointer"]?.string.flatMap({ JSONPointer($0) }), let code = value["code"]?.string
            else { return nil }
            self.pointer = pointer
            self.code = code
        }
    }
}

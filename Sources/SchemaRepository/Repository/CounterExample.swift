package import JSONText

/// A document that must be invalid as an instance of an entity, with the expected diagnostic.
///
/// It is `counter-examples/NAME.json` beside the entity's schema, with the expectation in
/// `counter-examples/NAME.expected.json`: `{"pointer": "/title", "code": "schema.type"}`.
package struct CounterExample: Sendable {
    /// The file's name without its extension.
    package let name: String
    package let path: String

    /// The content of the file, which need not be JSON.
    package let bytes: [UInt8]

    /// The expected diagnostic; nil if there is no expectation file, or the file lacks a valid `pointer` or `code`.
    package let expectation: Expectation?

    /// The code of a diagnostic and the pointer of the value that it is about.
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

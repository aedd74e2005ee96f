package import JSONText

/// A named instance of an entity.
package struct Example: Sendable {
    /// The file's name without extension, or `1`, `2` … for the schema's own `examples`.
    package let name: String

    /// The file; nil for an example inside the schema.
    package let path: String?
    package let value: JSONValue

    /// The text of the example.
    package let bytes: [UInt8]
}

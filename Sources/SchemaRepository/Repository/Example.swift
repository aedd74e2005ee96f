package import JSONText

/// A named example document of an entity.
package struct Example: Sendable {
    /// The file's name without extension, or `1`, `2` … for the schema's own `examples`.
    package let name: String

    /// The path of the file; nil for an example inside the schema.
    package let path: String?
    package let value: JSONValue

    /// The example's JSON text, as written.
    package let bytes: [UInt8]
}

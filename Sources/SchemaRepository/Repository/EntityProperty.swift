import JSONSchema
package import JSONText

/// A property that an entity's own schema names in `properties`.
package struct EntityProperty: Sendable {
    package let name: String
    package let schema: JSONValue
    package let isRequired: Bool

    package var description: String { schema["description"]?.string ?? "" }

    /// The `$ref` as written, which is usually the identifier of a schema; nil without one.
    package var reference: String? { schema["$ref"]?.string }

    package var since: [(platform: String, version: String)]? { Entity.since(of: schema) }
}

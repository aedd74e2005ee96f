import JSONSchema
package import JSONText

/// A property of an entity in the catalogue.
package struct EntityProperty: Sendable {
    package let name: String
    package let schema: JSONValue
    package let isRequired: Bool

    package var description: String { schema["description"]?.string ?? "" }

    /// The identifier of the referenced schema, if any.
    package var reference: String? { schema["$ref"]?.string }

    package var since: [(platform: String, version: String)]? { Entity.since(of: schema) }

    /// True if older clients may get the document without the property.
    package var isIgnorable: Bool { schema[.ignorable]?.boolean ?? false }
}

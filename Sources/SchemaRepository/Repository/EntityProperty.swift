package import JSONText

/// A property of an entity as its catalogue shows it.
package struct EntityProperty: Sendable {
    package let name: String
    package let schema: JSONValue
    package let isRequired: Bool

    package var description: String { schema["description"]?.string ?? "" }

    /// The identifier of the schema it refers to, if it refers to one.
    package var reference: String? { schema["$ref"]?.string }

    package var since: [(platform: String, version: String)]? { Entity.since(of: schema) }

    /// Whether an older client may be sent the document without it.
    package var isIgnorable: Bool { schema["x-ignorable"]?.boolean ?? false }
}

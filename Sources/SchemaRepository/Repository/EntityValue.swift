package import JSONText

/// A value of an enum with its annotations.
package struct EntityValue: Sendable {
    package let value: String

    /// The value's annotations in `x-enum`, if any.
    package let annotations: JSONValue?

    package var title: String { annotations?["title"]?.string ?? value }

    /// The value's design token, an object whose members depend on the enum (`light` and `dark`; `size`, `weight` and
    /// `lineHeight`; or `px`).
    package var token: JSONValue? { annotations?["token"] }

    package var since: [(platform: String, version: String)]? { annotations.flatMap(Entity.since(of:)) }

    /// The value that clients get instead if they do not know this one.
    package var unknownAs: String? { annotations?["unknownAs"]?.string }
}

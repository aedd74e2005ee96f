package import JSONText

/// A value of an enum in the catalogue.
package struct EntityValue: Sendable {
    package let value: String

    /// The value's entry in `x-enum`, if any.
    package let annotations: JSONValue?

    package var title: String { annotations?["title"]?.string ?? value }

    /// The value's design token, in the form for the enum's kind (`light` and `dark`; `size`, `weight` and
    /// `lineHeight`; or `px`).
    package var token: JSONValue? { annotations?["token"] }

    package var since: [(platform: String, version: String)]? { annotations.flatMap(Entity.since(of:)) }

    /// The replacement for older clients.
    package var unknownAs: String? { annotations?["unknownAs"]?.string }
}

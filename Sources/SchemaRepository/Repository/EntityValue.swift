package import JSONText

/// A value of an enum as its catalogue shows it.
package struct EntityValue: Sendable {
    package let value: String

    /// The value's entry in `x-enum`, if it has one.
    package let annotations: JSONValue?

    package var title: String { annotations?["title"]?.string ?? value }

    /// What the value stands for in the design system, in the shape that the enum's kind has (`light` and `dark`,
    /// `size`, `weight` and `lineHeight`, or `px`).
    package var token: JSONValue? { annotations?["token"] }

    package var since: [(platform: String, version: String)]? { annotations.flatMap(Entity.since(of:)) }

    /// The value that an older client may be given instead.
    package var unknownAs: String? { annotations?["unknownAs"]?.string }
}

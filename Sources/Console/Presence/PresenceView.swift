import Publishing

/// Sentences about the other people who have a feature open or have unsaved changes, and the address that reloads these
/// sentences.
struct PresenceView: Sendable {
    var href: String
    var hasPeople: Bool
    var people: [String]

    init(_ others: [Presence], of feature: String, id: Int, isEditor: Bool, clock: Clock) {
        href = Paths.presence(of: feature, id: id, isEditor: isEditor)
        people = others.map { Self.sentence($0, clock) }
        hasPeople = !people.isEmpty
    }

    private static func sentence(_ other: Presence, _ clock: Clock) -> String {
        let name = other.displayName
        guard let changed = other.changedAt else {
            return other.isEditing
                ? Texts["presence.editing", ["name": name]] : Texts["presence.viewing", ["name": name]]
        }
        let when = clock.when(changed).relative
        return other.isThere
            ? Texts["presence.editing-unsaved", ["name": name, "when": when]]
            : Texts["presence.unsaved", ["name": name, "when": when]]
    }

    static let sample = PresenceView(
        [Presence(name: "lea", displayName: "Lea", isThere: true, isEditing: true, changedAt: nil)],
        of: "home.offers", id: 1, isEditor: true, clock: Clock(now: TimeLabel.sampleDate))
}

/// The data of the page part that shows who else has a feature open.
struct PresencePart: Sendable {
    var presence: PresenceView
}

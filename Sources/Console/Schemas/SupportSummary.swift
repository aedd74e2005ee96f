import JSONSchema
import JSONText
import Mustache
import Publishing
import SchemaRepository

/// The client versions and platforms that support a schema, a property or a value.
struct SupportSummary: Sendable {
    /// The first client versions with support, in words; empty if `x-since` is missing or names no version.
    var since: String
    var notes: [Note]

    /// A note about support that is missing, planned, removed or deprecated.
    struct Note: Sendable {
        /// The style: `warn` or `bad`.
        var tone: String
        var text: String
    }

    init(since: String, notes: [Note]) {
        (self.since, self.notes) = (since, notes)
    }

    /// Reads the annotations of a schema or of an enum value.
    init(_ annotations: JSONValue?, platforms: [Platform], planned: Set<String> = []) {
        let rows = PlatformRow.rows(annotations, platforms: platforms, planned: planned)
        let groups = rows.reduce(into: [(version: String, platforms: [String])]()) { groups, row in
            guard let version = row.since else { return }
            if let index = groups.firstIndex(where: { $0.version == version }) {
                groups[index].platforms.append(row.platform)
            } else {
                groups.append((version, [row.platform]))
            }
        }
        since =
            annotations?[.since] == nil
            ? ""
            : groups.map { group in
                group.platforms.count == rows.count
                    ? group.version
                    : Texts["schemas.since-on", ["version": group.version, "platforms": Words.list(group.platforms)]]
            }.joined(separator: "; ")
        notes = rows.filter { $0.tone != "ok" }.map {
            Note(tone: $0.tone, text: "\($0.platform): \($0.state)" + ($0.message.isEmpty ? "" : ". \($0.message)"))
        }
        if !rows.isEmpty, rows.allSatisfy({ $0.state == PlatformRow.planned }) {
            notes = [Note(tone: "warn", text: Texts["schemas.planned-no-client-supports-it-yet"])]
        }
    }

    static let sample = SupportSummary(since: "3.4", notes: [Note(tone: "warn", text: "Web: not supported")])
}

extension SupportSummary: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "since": since
        case "notes": notes
        default: nil
        }
    }
}

extension SupportSummary.Note: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "tone": tone
        case "text": text
        default: nil
        }
    }
}

import JSONSchema
import JSONText
import Publishing

/// The support of an entity (one schema of the repository), a property or a value on one platform.
struct PlatformRow: Sendable {
    var platform: String
    /// The first client version with support, or “first version” if the schema has no `x-since`; nil if no version of
    /// the platform is known to support the entity.
    var since: String?
    /// The style: `ok`, `warn` or `bad`.
    var tone: String
    var state: String
    /// The reason why the platform does not support the entity, and the advice of a deprecation; may be empty.
    var message: String

    static var planned: String { Texts["schemas.planned"] }

    /// Returns a row for each platform of the installation, then for other platforms that the annotations name; empty
    /// if no annotation says anything about support. `planned` are the platforms whose planned version nobody has
    /// confirmed.
    static func rows(
        _ annotations: JSONValue?, platforms: [Platform], planned: Set<String> = []
    ) -> [PlatformRow] {
        let keywords: [Annotation] = [.since, .removed, .deprecated, .unsupported]
        guard let annotations, keywords.contains(where: { annotations[$0] != nil }) else { return [] }
        let named = keywords.flatMap { keyword in annotations[keyword].map { $0.members.map(\.name) } ?? [] }
        let others = named.reduce(into: [String]()) { others, name in
            if !others.contains(name), !platforms.contains(where: { $0.name == name }) { others.append(name) }
        }
        return (platforms + others.map { Platform(name: $0, title: $0) }).map {
            PlatformRow($0, annotations, isPlanned: planned.contains($0.name))
        }
    }

    init(platform: String, since: String?, tone: String, state: String, message: String) {
        (self.platform, self.since, self.tone) = (platform, since, tone)
        (self.state, self.message) = (state, message)
    }

    private init(_ platform: Platform, _ annotations: JSONValue, isPlanned: Bool) {
        let name = platform.name
        let since = annotations[.since]
        self.init(
            platform: platform.title,
            since: since?[name]?.string ?? (since == nil ? Texts["schemas.since-first"] : nil), tone: "ok",
            state: Texts["schemas.available"], message: "")
        if let reason = annotations[.unsupported]?[name] {
            (self.since, tone, state, message) = (nil, "bad", Texts["schemas.not-supported"], reason.string ?? "")
        } else if let since, since[name] == nil {
            (tone, state) = since.count == 0 ? ("warn", Self.planned) : ("warn", Texts["schemas.not-supported"])
        } else if let removed = annotations[.removed]?[name]?.string {
            (tone, state) = ("bad", Texts["schemas.removed-in", ["version": removed]])
        } else if isPlanned {
            (tone, state) = ("warn", Texts["schemas.planned-not-confirmed"])
        }
        if let deprecated = annotations[.deprecated]?[name] {
            if tone == "ok" { (tone, state) = ("warn", Texts["schemas.deprecated"]) }
            let advice = [
                deprecated["since"]?.string.map { Texts["schemas.deprecated-since", ["version": $0]] },
                deprecated["use"]?.string.map { Texts["schemas.use", ["name": $0]] }, deprecated["message"]?.string,
            ]
            message = ([message] + advice.compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: ". ")
        }
    }

    static let sample = PlatformRow(
        platform: "iOS", since: "5.0", tone: "warn", state: "Deprecated", message: "Use ButtonView")
}

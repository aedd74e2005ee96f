import JSONSchema
import JSONText

/// The availability of a subschema or an enum value on each platform, with its versions already parsed.
struct PlatformAvailability: Sendable {
    /// The annotations that state which versions support a subschema or an enum value.
    static let keywords: [Annotation] = [.since, .removed, .unsupported]

    private let named: [JSONName: Availability]
    /// The availability on platforms that the annotations do not name.
    let elsewhere: Availability

    /// Reads the annotations of a schema or of an enum value; nil if it has none of ``keywords``.
    init?(_ annotations: JSONValue) {
        let said = Self.keywords.compactMap { annotations[$0] }
        if said.isEmpty { return nil }
        var named: [JSONName: Availability] = [:]
        for member in said.flatMap({ Array($0.members) }) {
            let platform = JSONName(utf8: member.nameUTF8)
            if named[platform] == nil { named[platform] = Availability(annotations, platform: platform) }
        }
        self.named = named
        elsewhere = Availability(annotations, platform: nil)
    }

    /// Returns the availability on a platform.
    subscript(_ platform: JSONName) -> Availability { named[platform] ?? elsewhere }
}

import JSONText

/// What a subschema or an enum value says of itself on each platform, its versions parsed once.
struct PlatformAvailability: Sendable {
    private static let keywords = ["x-since", "x-removed", "x-unsupported"]

    private let named: [JSONName: Availability]
    /// What holds on the platforms that it does not name.
    private let elsewhere: Availability

    /// Reads the annotations of a schema or of an enum value; nil where they say nothing of versions.
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

    /// The availability on a platform.
    subscript(_ platform: JSONName) -> Availability { named[platform] ?? elsewhere }
}

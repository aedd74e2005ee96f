import JSONText

/// What a subschema or an enum value says of itself: since when, until when, or never on a platform.
struct Availability: Sendable {
    /// The versions that have it.
    let versions: VersionSet

    /// The demands it makes, apart from those of everything around it.
    let demands: [Demand]

    struct Demand: Sendable {
        /// Nil where no version has it.
        let version: ClientVersion?
        let keyword: String
    }

    /// Reads the annotations of a schema or of an enum value for a platform; nil for one that they do not name.
    init(_ annotations: JSONValue, platform: JSONName?) {
        func entry(_ keyword: String) -> JSONValue? {
            platform.flatMap { annotations[keyword]?.member($0)?.value }
        }
        let since = Self.version(entry("x-since"))
        if entry("x-unsupported") != nil {
            self.init(absentBecauseOf: "x-unsupported")
        } else if annotations["x-since"] != nil, since == nil {
            self.init(absentBecauseOf: "x-since")
        } else {
            self.init(since: since, removed: Self.version(entry("x-removed")))
        }
    }

    private init(absentBecauseOf keyword: String) {
        versions = .none
        demands = [Demand(version: nil, keyword: keyword)]
    }

    private init(since: ClientVersion?, removed: ClientVersion?) {
        versions = VersionSet([VersionInterval(from: since ?? .zero, until: removed)])
        demands =
            (since.map { [Demand(version: $0, keyword: "x-since")] } ?? [])
            + (removed.map { [Demand(version: $0, keyword: "x-removed")] } ?? [])
    }

    private static func version(_ value: JSONValue?) -> ClientVersion? {
        value?.string.flatMap { try? ClientVersion($0) }
    }
}

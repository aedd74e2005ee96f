import JSONText

/// The versions of one platform that know a subschema or an enum value, according to its own annotations.
struct Availability: Sendable {
    /// The versions that know it.
    let versions: VersionSet

    /// The demands of its own annotations, without those of the schemas around it.
    let demands: [Demand]

    struct Demand: Sendable {
        /// The required version; nil if no version knows it.
        let version: ClientVersion?
        let keyword: String
    }

    /// Reads the annotations of a schema or of an enum value for a platform; nil stands for a platform that the
    /// annotations do not name.
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

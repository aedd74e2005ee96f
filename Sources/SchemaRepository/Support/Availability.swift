import JSONText

/// What a subschema or an enum value says of itself: since when, until when, or never on a platform.
struct Availability {
    /// The versions that have it.
    let versions: VersionSet

    /// The demands it makes, apart from those of everything around it.
    let demands: [Demand]

    struct Demand {
        /// Nil where no version has it.
        let version: ClientVersion?
        let keyword: String
    }

    /// Reads the annotations of a schema or of an enum value for a platform.
    init(_ annotations: JSONValue, platform: String) {
        if annotations["x-unsupported"]?[platform] != nil {
            self.init(absentBecauseOf: "x-unsupported")
        } else if let since = annotations["x-since"], Self.version(since[platform]) == nil {
            self.init(absentBecauseOf: "x-since")
        } else {
            let since = Self.version(annotations["x-since"]?[platform])
            let removed = Self.version(annotations["x-removed"]?[platform])
            self.init(since: since, removed: removed)
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

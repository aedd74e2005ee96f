import JSONSchema
import JSONText

/// The versions of one platform that support a subschema or an enum value, according to its own annotations.
struct Availability: Sendable {
    /// The versions that support the subschema or the enum value.
    let versions: VersionSet

    /// The demands of these annotations, without those of the schemas around them.
    let demands: [Demand]

    /// A condition on the version of a client.
    struct Demand: Sendable {
        /// The first version that supports the subschema or value or, for `x-removed`, the first that no longer
        /// supports it; nil if no version supports it.
        let version: ClientVersion?
        /// The annotation that states the condition.
        let keyword: Annotation
    }

    /// Reads the annotations of a schema or of an enum value for a platform. If `platform` is nil, the result applies
    /// to the platforms that the annotations do not name.
    init(_ annotations: JSONValue, platform: JSONName?) {
        func entry(_ keyword: Annotation) -> JSONValue? {
            platform.flatMap { annotations[keyword]?.member($0)?.value }
        }
        let since = Self.version(entry(.since))
        if entry(.unsupported) != nil {
            self.init(absentBecauseOf: .unsupported)
        } else if annotations[.since] != nil, since == nil {
            self.init(absentBecauseOf: .since)
        } else {
            self.init(since: since, removed: Self.version(entry(.removed)))
        }
    }

    private init(absentBecauseOf keyword: Annotation) {
        versions = .none
        demands = [Demand(version: nil, keyword: keyword)]
    }

    private init(since: ClientVersion?, removed: ClientVersion?) {
        versions = VersionSet([VersionInterval(from: since ?? .zero, until: removed)])
        demands =
            (since.map { [Demand(version: $0, keyword: .since)] } ?? [])
            + (removed.map { [Demand(version: $0, keyword: .removed)] } ?? [])
    }

    private static func version(_ value: JSONValue?) -> ClientVersion? {
        value?.string.flatMap { try? ClientVersion($0) }
    }
}

import JSONSchema
import Publishing
import SchemaRepository

/// The lowest client version of a platform such that this version and all later ones support a revision completely.
struct MinimumVersion: Sendable {
    var platform: Platform
    /// The version; nil if the newest clients do not support the whole revision.
    var version: ClientVersion?
    /// True if the newest clients do not support the whole revision, but earlier ones do.
    var isFormer: Bool
    /// The requirement that determines the version, or because of which there is none: a sentence without a full stop.
    /// Nil if there is no such requirement, for example if all versions support the revision.
    var reason: String?

    /// Determines the minimum from the support that clients have for a revision.
    init(_ support: Support, on platform: Platform) {
        self.platform = platform
        version = support.full.last.flatMap { $0.until == nil ? $0.from : nil }
        isFormer = version == nil && !support.full.isEmpty
        let minimum = version
        let decisive = support.reasons.last { requirement in
            if let minimum { return requirement.version == minimum }
            // Without a minimum, the reason is a part that the newest clients do not support.
            return requirement.version == nil || requirement.keyword == Annotation.removed.rawValue
        }
        reason = decisive?.message
    }

    /// Returns a sentence with the minimums of a revision; nil if there are none.
    static func sentence(_ minimums: [MinimumVersion], revision: Int?) -> String? {
        guard let revision, !minimums.isEmpty else { return nil }
        let parts = minimums.map { minimum in
            guard let version = minimum.version else {
                return minimum.isFormer
                    ? Texts["releases.minimum-former", ["platform": minimum.platform.title]]
                    : Texts["releases.minimum-none", ["platform": minimum.platform.title]]
            }
            return version == .zero
                ? Texts["releases.minimum-all", ["platform": minimum.platform.title]]
                : Texts["releases.minimum-from", ["platform": minimum.platform.title, "version": version]]
        }
        return Texts["releases.minimum", ["revision": revision, "clients": Words.list(parts)]]
    }
}

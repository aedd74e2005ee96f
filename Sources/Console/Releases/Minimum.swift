import Publishing
import SchemaRepository

/// The lowest client version of a platform from which on a revision can be shown in full.
struct Minimum: Sendable {
    var platform: Platform
    /// Nil when there is none: the newest clients cannot show it.
    var version: ClientVersion?

    /// The minimums of a revision in one sentence; nil when nothing is known of it.
    static func sentence(_ minimums: [Minimum], revision: Int?) -> String? {
        guard let revision, !minimums.isEmpty else { return nil }
        let parts = minimums.map { minimum in
            guard let version = minimum.version else { return "\(minimum.platform.title) by no version" }
            return minimum.platform.title + (version == .zero ? " by every version" : " from \(version) on")
        }
        return "Revision \(revision) can be shown in full on \(Words.list(parts))."
    }
}

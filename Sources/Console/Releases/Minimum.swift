import Publishing
import SchemaRepository

/// The lowest client version of a platform that supports a revision completely.
struct Minimum: Sendable {
    var platform: Platform
    /// The version; nil if not even the newest clients support it.
    var version: ClientVersion?

    /// Returns a sentence with the minimums of a revision; nil if they are unknown.
    static func sentence(_ minimums: [Minimum], revision: Int?) -> String? {
        guard let revision, !minimums.isEmpty else { return nil }
        let parts = minimums.map { minimum in
            guard let version = minimum.version else { return "\(minimum.platform.title) by no version" }
            return minimum.platform.title + (version == .zero ? " by every version" : " from \(version) on")
        }
        return "Revision \(revision) can be shown in full on \(Words.list(parts))."
    }
}

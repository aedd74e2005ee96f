package import Foundation

/// A process that serves releases, as it reported itself.
package struct ReadNode: Sendable, Hashable, Codable {
    /// The agreement of a node's content with the log of releases.
    package enum Standing: String, Sendable, Codable {
        /// The same as the log says.
        case same
        /// Something else than the log says.
        case drifted
        /// The log has no digest for the release that the node serves.
        case unknown
        /// The node has not reported itself for a while.
        case silent
    }

    /// The time after which a node that reports nothing counts as silent, in seconds.
    package static let patience = 30

    package let name: String
    /// The release that it serves.
    package let release: Int
    /// The number of releases that it lacks.
    package let lag: Int
    package let reportedAt: Date
    package let standing: Standing
}

package import Foundation

/// A read or service process, in the state that it last reported.
package struct ReadNode: Sendable, Hashable, Codable {
    /// The result of comparing the state that a node serves with the stored digest of its release.
    package enum Status: String, Sendable, Codable {
        /// The node serves the state of its release.
        case same
        /// The node serves another state than that of its release.
        case drifted
        /// No digest is stored for the release that the node serves.
        case unknown
        /// The node has reported nothing for longer than `patience`.
        case silent
    }

    /// The time after which a node that reports nothing counts as silent, in seconds.
    package static let patience = 30

    package let name: String
    /// The release that the node serves.
    package let release: Int
    /// The number of newer releases, which the node does not serve yet.
    package let lag: Int
    package let reportedAt: Date
    /// The result of comparing the state of the node with the state of its release.
    package let standing: Status
}

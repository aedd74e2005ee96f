package import Foundation

/// The archiving of a feature, which hides the feature from lists (except lists of archived features) and prevents its
/// publication.
package struct FeatureArchive: Sendable, Hashable {
    /// The maximum length of a reason in Unicode scalars.
    package static let maximumReasonLength = 2_000

    package let reason: String
    package let author: Actor
    package let createdAt: Date

    package init(reason: String, author: Actor, createdAt: Date) {
        self.reason = reason
        self.author = author
        self.createdAt = createdAt
    }
}

/// The outcome of archiving or restoring a feature.
package enum ArchiveOutcome: Sendable, Hashable {
    case done
    /// The feature is already archived or, when restoring, is not archived.
    case unchanged
    case noSuchFeature
    /// Clients get the feature on these platforms, so it cannot be archived.
    case live(platforms: [Platform])
    /// These schedules of the feature wait, so it cannot be archived.
    case scheduled([Int])
    /// These rollouts of the feature are open, so it cannot be archived.
    case rollingOut([Int])
    /// The reason exceeds `FeatureArchive.maximumReasonLength`.
    case reasonTooLong
}

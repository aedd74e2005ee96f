package import Foundation
package import SchemaRepository

/// A planned version of a schema release, and its confirmation if it has one.
package struct VersionPlan: Sendable, Hashable {
    package let planned: PlannedVersion
    /// Nil until the platform's team confirms the version.
    package let confirmation: VersionConfirmation?
}

/// The confirmation by a platform's team that a planned version of the app supports a part of the schemas.
package struct VersionConfirmation: Sendable, Hashable {
    package let author: Actor
    package let createdAt: Date
}

/// The result of confirming planned versions.
package enum ConfirmVersionsOutcome: Sendable, Hashable {
    /// The versions that were not confirmed before.
    case confirmed([PlannedVersion])
    case noSuchRelease
    /// The schema release plans no such version.
    case notPlanned
    /// The account may not confirm versions of this platform.
    case notOwner(platform: String)
}

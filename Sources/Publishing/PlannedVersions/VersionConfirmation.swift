package import Foundation
package import SchemaRepository

/// A planned version of a schema release, and its confirmation if it has one.
package struct VersionPlan: Sendable, Hashable {
    package let planned: PlannedVersion
    /// Nil until the version is confirmed.
    package let confirmation: VersionConfirmation?
}

/// The confirmation that a planned version of the app supports an entity, property or enum value of the schemas.
package struct VersionConfirmation: Sendable, Hashable {
    package let author: Actor
    package let createdAt: Date
}

/// The result of confirming planned versions.
package enum ConfirmVersionsOutcome: Sendable, Hashable {
    /// The versions that were not confirmed before.
    case confirmed([PlannedVersion])
    case noSuchRelease
    /// No version was given, or the schema release does not plan one of the given versions.
    case notPlanned
    /// The account may not confirm versions of this platform.
    case notOwner(platform: String)
}

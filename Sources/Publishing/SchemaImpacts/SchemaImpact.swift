package import Foundation

/// The check of all live documents, and of the newest revision of each feature if it was valid when it was saved,
/// against a schema release.
package struct SchemaImpact: Sendable, Hashable {
    package let number: Int
    package let schemaRelease: Int
    /// The newest release when the check was queued.
    package let release: Int
    /// The number of features to check.
    package let total: Int
    /// The number of checked features.
    package let done: Int
    /// The number of features with at least one finding so far.
    package let brokenFeatures: Int
    package let createdAt: Date
    /// Nil until all features are checked.
    package let finishedAt: Date?
}

/// A fault that a document has according to a schema release, but not according to the one that was current when the
/// check was queued.
package struct ImpactFinding: Sendable, Hashable, Codable {
    package let feature: String
    package let revision: Int
    /// The platform whose clients get the document; nil for a newest revision that is not live.
    package let platform: String?
    /// The affected client versions in words; nil for a newest revision that is not live.
    package let versions: String?
    /// The JSON Pointer of the fault: in the revision or, for a fault that only an edition has, in that edition.
    package let pointer: String
    /// The line in the revision, from 1; nil if it is unknown, as for a fault of an edition with another content.
    package let line: Int?
    package let code: String
    package let message: String
}

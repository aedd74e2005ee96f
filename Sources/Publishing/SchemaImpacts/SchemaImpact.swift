package import Foundation

/// The check of everything live, and of every newest revision, against a schema release.
package struct SchemaImpact: Sendable, Hashable {
    package let number: Int
    package let schemaRelease: Int
    /// The newest release when the check began.
    package let release: Int
    /// The number of features to check.
    package let total: Int
    /// The number of checked features.
    package let done: Int
    /// The number of features with at least one finding so far.
    package let brokenFeatures: Int
    package let createdAt: Date
    package let finishedAt: Date?
}

/// A fault that a document has by a schema release, but not by the current one.
package struct ImpactFinding: Sendable, Hashable, Codable {
    package let feature: String
    package let revision: Int
    /// The platform whose clients get the document; nil for a newest revision that is not live.
    package let platform: String?
    /// The affected client versions in words; nil for a newest revision that is not live.
    package let versions: String?
    /// The JSON Pointer into the revision or, where clients get another document, into that document.
    package let pointer: String
    /// The line in the revision, from 1; nil if clients get another document.
    package let line: Int?
    package let code: String
    package let message: String
}

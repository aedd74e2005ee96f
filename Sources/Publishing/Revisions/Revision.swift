package import Foundation
package import JSONText

/// One immutable content of a feature, exactly as it was pasted, broken or not.
package struct Revision: Sendable, Hashable {
    package let feature: String
    /// 1, 2, 3 … per feature.
    package let number: Int
    /// The revision it was edited from; nil for the first.
    package let parent: Int?
    /// SHA-256 of the exact bytes, in hexadecimal: what approvals bind to.
    package let hash: String
    package let size: Int
    /// The exact bytes; empty in lists.
    package let bytes: [UInt8]
    /// The schema release it was checked against.
    package let schemaRelease: Int
    package let isValid: Bool
    /// What the check found; empty in lists.
    package let diagnostics: [Diagnostic]
    package let note: String
    package let author: Actor
    package let createdAt: Date

    package init(
        feature: String, number: Int, parent: Int?, hash: String, size: Int, bytes: [UInt8], schemaRelease: Int,
        isValid: Bool, diagnostics: [Diagnostic], note: String, author: Actor, createdAt: Date
    ) {
        self.feature = feature
        self.number = number
        self.parent = parent
        self.hash = hash
        self.size = size
        self.bytes = bytes
        self.schemaRelease = schemaRelease
        self.isValid = isValid
        self.diagnostics = diagnostics
        self.note = note
        self.author = author
        self.createdAt = createdAt
    }
}

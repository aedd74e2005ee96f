package import Foundation
package import JSONText

/// An immutable version of a feature's document, exactly as saved, valid or not.
package struct Revision: Sendable, Hashable {
    package let feature: String
    /// The number per feature: 1, 2, 3 …
    package let number: Int
    /// The revision that this one is based on; nil for the first.
    package let parent: Int?
    /// The hexadecimal SHA-256 of the exact bytes, which approvals refer to.
    package let hash: String
    /// The size in bytes.
    package let size: Int
    /// The exact bytes; empty in lists.
    package let bytes: [UInt8]
    /// The schema release that the revision was checked against.
    package let schemaRelease: Int
    package let isValid: Bool
    /// The diagnostics of the check; empty in lists.
    package let diagnostics: [Diagnostic]
    package let note: String
    /// The name that a person gave the revision; empty for none.
    package let name: String
    package let author: Actor
    package let createdAt: Date

    package init(
        feature: String, number: Int, parent: Int?, hash: String, size: Int, bytes: [UInt8], schemaRelease: Int,
        isValid: Bool, diagnostics: [Diagnostic], note: String, name: String = "", author: Actor,
        createdAt: Date
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
        self.name = name
        self.author = author
        self.createdAt = createdAt
    }
}

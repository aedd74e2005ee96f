package import Foundation
package import JSONText

/// A revision in a list as JSON, for the command line and the management API.
package struct RevisionAnswer: Sendable, Encodable {
    package let revision: Int
    package let valid: Bool
    package let hash: String
    package let note: String
    package let name: String
    package let author: String
    package let createdAt: Date

    package init(_ revision: Revision) {
        self.revision = revision.number
        valid = revision.isValid
        hash = revision.hash
        note = revision.note
        name = revision.name
        author = revision.author.name
        createdAt = revision.createdAt
    }
}

/// A list of revisions, newest first.
package struct RevisionListAnswer: Sendable, Encodable {
    package let feature: String
    package let revisions: [RevisionAnswer]

    package init(_ revisions: [Revision], of feature: String) {
        self.feature = feature
        self.revisions = revisions.map(RevisionAnswer.init)
    }
}

/// A revision with the diagnostics of its document; the answer to a push.
package struct RevisionDetailAnswer: Sendable, Encodable {
    package let feature: String
    package let revision: Int
    package let parent: Int?
    package let valid: Bool
    package let hash: String
    package let size: Int
    package let schemaRelease: Int
    package let note: String
    package let name: String
    package let author: String
    package let createdAt: Date
    /// True if the newest revision already had the pushed text, so that no revision was saved; nil if this does not
    /// answer a push.
    package let unchanged: Bool?
    package let diagnostics: [Diagnostic]

    /// Creates the answer; `diagnostics` are those of the check when the revision was saved, and the present warnings
    /// about its references.
    package init(_ revision: Revision, diagnostics: [Diagnostic], unchanged: Bool? = nil) {
        feature = revision.feature
        self.revision = revision.number
        parent = revision.parent
        valid = revision.isValid
        hash = revision.hash
        size = revision.size
        schemaRelease = revision.schemaRelease
        note = revision.note
        name = revision.name
        author = revision.author.name
        createdAt = revision.createdAt
        self.unchanged = unchanged
        self.diagnostics = diagnostics
    }
}

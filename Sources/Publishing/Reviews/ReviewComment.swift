package import Foundation

/// A comment on an element of a revision.
package struct ReviewComment: Sendable, Hashable {
    package let id: Int
    package let revision: Int
    /// The JSON Pointer of the element in that revision; empty for the whole document.
    package let pointer: String
    package let text: String
    package let author: Actor
    package let createdAt: Date

    package init(id: Int, revision: Int, pointer: String, text: String, author: Actor, createdAt: Date) {
        self.id = id
        self.revision = revision
        self.pointer = pointer
        self.text = text
        self.author = author
        self.createdAt = createdAt
    }
}

package import Foundation

/// An immutable state of the schema repository.
package struct SchemaRelease: Sendable, Hashable {
    /// The number: 1, 2, 3 …
    package let number: Int
    /// The content hash of the repository.
    package let hash: String
    package let author: Actor
    package let createdAt: Date

    package init(number: Int, hash: String, author: Actor, createdAt: Date) {
        self.number = number
        self.hash = hash
        self.author = author
        self.createdAt = createdAt
    }
}

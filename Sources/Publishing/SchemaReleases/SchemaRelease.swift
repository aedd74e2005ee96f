package import Foundation

/// One immutable state of the schema repository.
package struct SchemaRelease: Sendable, Hashable {
    /// 1, 2, 3 …
    package let number: Int
    /// The repository's content address.
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

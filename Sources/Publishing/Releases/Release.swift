package import Foundation

/// One atomic change of what clients get.
package struct Release: Sendable, Hashable {
    /// Numbered in the order of commits; the only gap is before a restoration.
    package let number: Int
    package let kind: ReleaseKind
    /// What it rolled back to; nil for other kinds.
    package let rollback: RollbackTarget?
    package let reason: String
    package let author: Actor
    package let createdAt: Date
    /// The features in it, in name order.
    package let items: [ReleaseItem]

    package init(
        number: Int, kind: ReleaseKind, rollback: RollbackTarget?, reason: String, author: Actor, createdAt: Date,
        items: [ReleaseItem]
    ) {
        self.number = number
        self.kind = kind
        self.rollback = rollback
        self.reason = reason
        self.author = author
        self.createdAt = createdAt
        self.items = items
    }
}

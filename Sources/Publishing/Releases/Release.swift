package import Foundation

/// One atomic change of the live state.
package struct Release: Sendable, Hashable {
    /// The number, ascending in commit order; only a restoration skips numbers.
    package let number: Int
    package let kind: ReleaseKind
    /// The target of a rollback; nil for other kinds.
    package let rollback: RollbackTarget?
    /// The cause of a rollback that only takes out the rules of a release or rollout; nil for any other release.
    package let ending: ReleaseEnding?
    package let reason: String
    package let author: Actor
    package let createdAt: Date
    /// The features in the release, with their states after it, in order of names.
    package let items: [ReleaseItem]

    package init(
        number: Int, kind: ReleaseKind, rollback: RollbackTarget?, ending: ReleaseEnding?, reason: String,
        author: Actor, createdAt: Date, items: [ReleaseItem]
    ) {
        self.number = number
        self.kind = kind
        self.rollback = rollback
        self.ending = ending
        self.reason = reason
        self.author = author
        self.createdAt = createdAt
        self.items = items
    }
}

package import Foundation

/// A person's newest verdict on one revision, bound to the SHA-256 of its bytes.
package struct Approval: Sendable, Hashable {
    package let revision: Int
    /// The hexadecimal SHA-256 of the bytes that the person saw.
    package let hash: String
    package let verdict: Verdict
    package let note: String
    package let author: Actor
    package let createdAt: Date
    /// True if the verdict is counted: its author has no account, or has one that may review now. The verdict of
    /// somebody who may no longer review neither approves nor blocks.
    package let isCounted: Bool

    package init(
        revision: Int, hash: String, verdict: Verdict, note: String, author: Actor, createdAt: Date,
        isCounted: Bool = true
    ) {
        self.revision = revision
        self.hash = hash
        self.verdict = verdict
        self.note = note
        self.author = author
        self.createdAt = createdAt
        self.isCounted = isCounted
    }
}

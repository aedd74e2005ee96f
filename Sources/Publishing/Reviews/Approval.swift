package import Foundation

/// A person's newest verdict on one revision, bound to the exact bytes.
package struct Approval: Sendable, Hashable {
    package let revision: Int
    /// The hexadecimal SHA-256 of the bytes that the person saw.
    package let hash: String
    package let verdict: Verdict
    package let note: String
    package let author: Actor
    package let createdAt: Date

    package init(revision: Int, hash: String, verdict: Verdict, note: String, author: Actor, createdAt: Date) {
        self.revision = revision
        self.hash = hash
        self.verdict = verdict
        self.note = note
        self.author = author
        self.createdAt = createdAt
    }
}

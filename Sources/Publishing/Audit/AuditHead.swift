package import Foundation

/// An event of the audit trail that was the newest one when it was noted outside the database.
///
/// Its hash vouches for every event up to it: who rewrites the trail, or cuts off its end, cannot bring this hash about.
package struct AuditHead: Sendable, Hashable, Codable {
    package let number: Int
    /// In hexadecimal.
    package let hash: String
    package let notedAt: Date

    package init(number: Int, hash: String, notedAt: Date) {
        self.number = number
        self.hash = hash
        self.notedAt = notedAt
    }
}

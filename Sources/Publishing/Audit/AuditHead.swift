package import Foundation

/// The number and hash of the newest audit event at some time, noted outside the database.
///
/// The hash depends on every event up to this one, so a trail that was rewritten or shortened does not contain it.
package struct AuditHead: Sendable, Hashable, Codable {
    package let number: Int
    /// The hash in hexadecimal.
    package let hash: String
    package let notedAt: Date

    package init(number: Int, hash: String, notedAt: Date) {
        self.number = number
        self.hash = hash
        self.notedAt = notedAt
    }
}

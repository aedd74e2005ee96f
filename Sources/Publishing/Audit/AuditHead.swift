package import Foundation

/// The newest audit event at some time, noted outside the database.
///
/// Its hash covers every event up to it, so rewriting the trail or cutting off its end cannot preserve it.
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

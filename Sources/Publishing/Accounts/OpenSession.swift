package import Foundation

/// A session that has not ended, as a list shows it.
package struct OpenSession: Sendable, Hashable {
    /// Names it in the list; it opens nothing.
    package let id: Int
    package let createdAt: Date
    /// To the minute.
    package let lastSeenAt: Date
    /// The address that signed in.
    package let remoteAddress: String
    /// The `User-Agent` of the sign-in; empty when there was none.
    package let userAgent: String

    package init(id: Int, createdAt: Date, lastSeenAt: Date, remoteAddress: String, userAgent: String) {
        self.id = id
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.remoteAddress = remoteAddress
        self.userAgent = userAgent
    }
}

package import Foundation

/// A session that has not ended, for lists of sessions.
package struct ActiveSession: Sendable, Hashable {
    /// The id of the session; unlike the token, it grants no access.
    package let id: Int
    package let createdAt: Date
    /// The time of the last request, with a precision of one minute.
    package let lastSeenAt: Date
    /// The client's IP address at the sign-in.
    package let remoteAddress: String
    /// The first 300 Unicode scalars of the `User-Agent` of the sign-in; may be empty.
    package let userAgent: String

    package init(id: Int, createdAt: Date, lastSeenAt: Date, remoteAddress: String, userAgent: String) {
        self.id = id
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.remoteAddress = remoteAddress
        self.userAgent = userAgent
    }
}

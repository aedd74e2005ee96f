package import Foundation

/// A valid session with its account.
package struct SignedInSession: Sendable, Hashable {
    /// The id of the session in lists; see `ActiveSession.id`.
    package let id: Int
    package let account: Account
    package let createdAt: Date
    /// The time at which the session ends regardless of activity.
    package let expiresAt: Date

    package init(id: Int, account: Account, createdAt: Date, expiresAt: Date) {
        self.id = id
        self.account = account
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

package import Foundation

/// A session that is still good, and whose it is.
package struct SignedInSession: Sendable, Hashable {
    /// Names the session in the account's list of them.
    package let id: Int
    package let account: Account
    package let createdAt: Date
    /// When it ends however busy it is.
    package let expiresAt: Date

    package init(id: Int, account: Account, createdAt: Date, expiresAt: Date) {
        self.id = id
        self.account = account
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

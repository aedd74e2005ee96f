package import Foundation

/// A session that is still good, and whose it is.
package struct SignedInSession: Sendable, Hashable {
    package let account: Account
    package let createdAt: Date
    /// When it ends however busy it is.
    package let expiresAt: Date

    package init(account: Account, createdAt: Date, expiresAt: Date) {
        self.account = account
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

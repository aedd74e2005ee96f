package import Foundation

/// A new session's secret and expiry.
package struct NewSession: Sendable, Hashable {
    package let token: String
    package let expiresAt: Date

    package init(token: String, expiresAt: Date) {
        self.token = token
        self.expiresAt = expiresAt
    }
}

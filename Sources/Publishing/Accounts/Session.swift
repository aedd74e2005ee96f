package import Foundation

/// A new session's secret and its end.
package struct Session: Sendable, Hashable {
    package let token: String
    package let expiresAt: Date

    package init(token: String, expiresAt: Date) {
        self.token = token
        self.expiresAt = expiresAt
    }
}

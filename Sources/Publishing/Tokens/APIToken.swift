package import Foundation

/// A secret by which a program acts for an account; the secret itself is not kept.
package struct APIToken: Sendable, Hashable {
    package let id: Int
    /// The name of the account it acts for.
    package let account: String
    /// The purpose, in the words of whoever made it.
    package let name: String
    package let scopes: [TokenScope]
    /// Nil for a token that does not expire.
    package let expiresAt: Date?
    /// To the minute; nil before the first use.
    package let lastUsedAt: Date?
    package let isRevoked: Bool
    package let author: Actor
    package let createdAt: Date
}

/// A valid token with the account it acts for.
package struct TokenHolder: Sendable, Hashable {
    package let token: APIToken
    package let account: Account

    /// Returns true if the token has a scope and its account the permission for it. A token for editing or publishing
    /// may also read.
    package func may(_ scope: TokenScope) -> Bool {
        let isFor = token.scopes.contains(scope) || scope == .read && !token.scopes.allSatisfy { $0.isApart }
        return isFor && account.may(scope.permission)
    }
}

/// The outcome of creating a token.
package enum CreateTokenOutcome: Sendable, Hashable {
    /// `secret` is shown once and not kept.
    case created(APIToken, secret: String)
    case noSuchAccount
    /// The account lacks the permission that this scope needs.
    case forbidden(TokenScope)
    /// Empty, longer than 100 characters, or with control characters.
    case invalidName
}

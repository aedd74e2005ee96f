package import Foundation

/// A token with which a program acts for an account; only a hash of its secret is stored.
package struct APIToken: Sendable, Hashable {
    package let id: Int
    /// The name of the account for which the program acts.
    package let account: String
    /// The purpose, in the words of the token's author.
    package let name: String
    package let scopes: [TokenScope]
    /// Nil for a token that does not expire.
    package let expiresAt: Date?
    /// The time of the last use, with a precision of one minute; nil before the first.
    package let lastUsedAt: Date?
    package let isRevoked: Bool
    package let author: Actor
    package let createdAt: Date
}

/// A valid token with the account for which its program acts.
package struct TokenHolder: Sendable, Hashable {
    package let token: APIToken
    package let account: Account

    /// Returns true if the token has a scope, and its account has the permission that the scope needs. A token for
    /// editing, reviewing or publishing may also read.
    package func may(_ scope: TokenScope) -> Bool {
        let isInScope =
            token.scopes.contains(scope) || scope == .read && !token.scopes.allSatisfy { $0.excludesReading }
        return isInScope && account.may(scope.permission)
    }
}

/// The outcome of creating a token.
package enum CreateTokenOutcome: Sendable, Hashable {
    /// `secret` cannot be shown again, because only its hash is stored.
    case created(APIToken, secret: String)
    case noSuchAccount
    /// The account lacks the permission that this scope needs.
    case forbidden(TokenScope)
    /// The name is empty, longer than 100 Unicode scalars, or breaks `DisplayName.rule`.
    case invalidName
}

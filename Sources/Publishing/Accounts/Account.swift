package import Foundation

/// The account of a person.
package struct Account: Sendable, Hashable {
    package let id: Int
    /// The sign-in name in lower case.
    package let name: String
    package let displayName: String
    package let roles: Set<Role>
    package let createdAt: Date
    /// True if the account cannot sign in.
    package let isDisabled: Bool
    /// The token by which a program acts for the account; nil for a person.
    package private(set) var token: TokenReference?

    package init(
        id: Int, name: String, displayName: String, roles: Set<Role>, createdAt: Date, isDisabled: Bool = false
    ) {
        self.id = id
        self.name = name
        self.displayName = displayName
        self.roles = roles
        self.createdAt = createdAt
        self.isDisabled = isDisabled
    }

    /// Returns true if one of the account's roles grants a permission.
    package func may(_ permission: Permission) -> Bool { roles.contains { $0.permissions.contains(permission) } }

    /// The account as an actor.
    package var actor: Actor { Actor(accountID: id, name: name, token: token) }

    /// Returns a copy of the account for a program that acts with `token`.
    func acting(by token: APIToken) -> Account {
        var account = self
        account.token = TokenReference(id: token.id, name: token.name)
        return account
    }
}

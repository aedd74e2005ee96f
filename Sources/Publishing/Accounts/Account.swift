package import Foundation

/// A person who may sign in.
package struct Account: Sendable, Hashable {
    package let id: Int
    /// What they sign in with; lower case.
    package let name: String
    package let displayName: String
    package let roles: Set<Role>
    package let createdAt: Date
    /// A disabled account cannot sign in.
    package let isDisabled: Bool

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

    /// Whether one of the account's roles allows it.
    package func may(_ permission: Permission) -> Bool { roles.contains { $0.permissions.contains(permission) } }

    /// The account as the one who does something.
    package var actor: Actor { Actor(accountID: id, name: name) }
}

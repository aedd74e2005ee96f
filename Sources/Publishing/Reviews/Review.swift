package import Foundation

/// A request to review a revision.
package struct Review: Sendable, Hashable {
    package let id: Int
    package let feature: String
    package let revision: Int
    package let note: String
    /// The names of the accounts that are asked. If both this list and `roles` are empty, anybody who may
    /// review is asked.
    package let people: [String]
    package let roles: [Role]
    package let author: Actor
    package let createdAt: Date

    package init(
        id: Int, feature: String, revision: Int, note: String, people: [String], roles: [Role], author: Actor,
        createdAt: Date
    ) {
        self.id = id
        self.feature = feature
        self.revision = revision
        self.note = note
        self.people = people
        self.roles = roles
        self.author = author
        self.createdAt = createdAt
    }

    /// Returns true if an account is asked by name or by one of its roles, or if the request names neither people nor
    /// roles.
    package func asks(_ account: Account) -> Bool {
        if people.isEmpty, roles.isEmpty { return true }
        return people.contains(account.name) || !account.roles.isDisjoint(with: roles)
    }
}

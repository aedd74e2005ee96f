import Cryptography
import Foundation
import Publishing
import SchemaRepository

/// Fills an empty installation with the starter schemas, the first account and, on request, the demo features.
struct FirstStart {
    let home: Home
    let stores: Stores
    let demo: Bool

    /// Returns the first account if this start created it; nil if the installation already had an account.
    func run() throws -> FirstAccount? {
        if try stores.schemaReleases.current() == nil {
            let starter = try RepositoryOption.load(home.schemas, home: nil)
            _ = try stores.schemaReleases.adopt(starter, by: .operator)
        }
        let account = try firstAccount()
        if demo, try stores.features.list(limit: 1).total == 0,
            let repository = try stores.schemaReleases.currentRepository()?.repository
        {
            try Demo(repository: repository, stores: stores).load()
        }
        return account
    }

    private func firstAccount() throws -> FirstAccount? {
        guard try stores.accounts.count() == 0 else { return nil }
        let account = FirstAccount(name: "admin", password: Random.token())
        let outcome = try stores.accounts.add(
            name: account.name, displayName: "Administrator", password: account.password, roles: Set(Role.allCases),
            by: .operator)
        // Another node may have created the first account in the meantime.
        guard case .added = outcome else { return nil }
        return account
    }
}

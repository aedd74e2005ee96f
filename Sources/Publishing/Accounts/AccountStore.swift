import Cryptography
import Foundation
package import PostgreSQL

/// Stores accounts and their sessions.
package struct AccountStore: Sendable {
    let pool: ConnectionPool
    let sessionLifetime: SessionLifetime
    let failedSignIns = FailedSignInCounter()
    /// Returns the hash of a new password; tests replace it with a function that fails.
    var hashPassword: @Sendable (String) throws(PasswordHashError) -> String = { password throws(PasswordHashError) in
        try PasswordHash.hash(password)
    }

    package init(pool: ConnectionPool, sessionLifetime: SessionLifetime = SessionLifetime()) {
        self.pool = pool
        self.sessionLifetime = sessionLifetime
    }

    /// Returns the number of accounts.
    package func count() throws -> Int {
        try pool.withConnection { try Self.count(on: $0) }
    }

    /// Returns all accounts, sorted by name.
    package func list() throws -> [Account] {
        try pool.withConnection { connection in
            try connection.query("SELECT \(Self.columns) FROM account ORDER BY name")
                .map(Self.account)
        }
    }

    /// Returns the account with a name, in upper or lower case; nil if there is none.
    package func account(named name: String) throws -> Account? {
        let name = AccountName.normalized(name)
        guard AccountName.isValid(name) else { return nil }
        return try pool.withConnection { try Self.account(named: name, on: $0) }
    }

    /// Returns the account with an id, or nil.
    package func account(id: Int) throws -> Account? {
        try pool.withConnection { connection in
            try connection.query("SELECT \(Self.columns) FROM account WHERE id = \(id)").map(Self.account).first
        }
    }

    /// Adds an account. The first one of an installation gets every role. An empty display name becomes the sign-in
    /// name.
    package func add(
        name: String, displayName: String = "", password: String, roles: Set<Role>, by actor: Actor
    ) throws -> AddAccountOutcome {
        let name = AccountName.normalized(name)
        guard AccountName.isValid(name) else { return .invalidName }
        guard !AccountName.isReserved(name) else { return .reservedName }
        guard DisplayName.isValid(displayName) else { return .invalidDisplayName }
        guard displayName.unicodeScalars.count <= DisplayName.maximumLength else { return .displayNameTooLong }
        if let objection = PasswordPolicy.objection(to: password, accountName: name) { return .weakPassword(objection) }
        let displayName = displayName.isEmpty ? name : displayName
        let passwordHash = try hashPassword(password)
        return try pool.transaction { connection in
            // Only one of two concurrent additions may be the first.
            try Self.lock(on: connection)
            let roles = try Self.count(on: connection) == 0 ? Set(Role.allCases) : roles
            let rows = try connection.query(
                """
                INSERT INTO account (name, display_name, password_hash, roles)
                VALUES (\(name), \(displayName), \(passwordHash), \(Self.names(of: roles)))
                ON CONFLICT ON CONSTRAINT account_name_unique DO NOTHING
                RETURNING \(Self.columns)
                """)
            guard let account = try rows.map(Self.account).first else { return .taken }
            try AuditStore.append(
                .accountAdded, of: name, by: actor, ["roles": .texts(Self.names(of: roles))], on: connection)
            return .added(account)
        }
    }

    /// Sets a new password for an account, ends its sessions and resets its counts of failed sign-ins.
    package func resetPassword(name: String, password: String, by actor: Actor) throws -> ResetPasswordOutcome {
        guard let account = try account(named: name) else { return .noSuchAccount }
        if let objection = PasswordPolicy.objection(to: password, accountName: account.name) {
            return .weakPassword(objection)
        }
        let passwordHash = try hashPassword(password)
        return try pool.transaction { connection in
            try connection.execute("UPDATE account SET password_hash = \(passwordHash) WHERE id = \(account.id)")
            try connection.execute("DELETE FROM session WHERE account_id = \(account.id)")
            try connection.execute("DELETE FROM sign_in_failure WHERE name_hash = \(Self.nameHash(account.name))")
            try AuditStore.append(.passwordReset, of: account.name, by: actor, on: connection)
            return .reset(account)
        }
    }

    /// Changes an account's roles and ends its sessions.
    package func setRoles(of name: String, to roles: Set<Role>, by actor: Actor) throws -> SetRolesOutcome {
        let name = AccountName.normalized(name)
        guard AccountName.isValid(name) else { return .noSuchAccount }
        return try pool.transaction { connection in
            try Self.lock(on: connection)
            guard let account = try Self.account(named: name, on: connection) else { return .noSuchAccount }
            if account.may(.manageAccounts), !roles.contains(where: { $0.permissions.contains(.manageAccounts) }) {
                guard try Self.isManaged(without: account, on: connection) else { return .lastAdministrator }
            }
            let rows = try connection.query(
                """
                UPDATE account SET roles = \(Self.names(of: roles)) WHERE id = \(account.id)
                RETURNING \(Self.columns)
                """)
            guard let changed = try rows.map(Self.account).first else { return .noSuchAccount }
            try connection.execute("DELETE FROM session WHERE account_id = \(account.id)")
            try AuditStore.append(
                .rolesChanged, of: name, by: actor,
                ["before": .texts(Self.names(of: account.roles)), "after": .texts(Self.names(of: roles))],
                on: connection)
            return .changed(changed)
        }
    }

    /// The columns that `account(_:)` reads.
    static let columns: SQL = """
        account.id, account.name, account.display_name, account.roles, account.created_at,
        EXISTS (SELECT FROM account_disablement WHERE account_id = account.id) AS disabled
        """

    static func account(_ row: Row) throws -> Account {
        Account(
            id: try row["id", as: Int.self], name: try row["name", as: String.self],
            displayName: try row["display_name", as: String.self],
            roles: roles(try row["roles", as: [String].self]), createdAt: try row["created_at", as: Date.self],
            isDisabled: try row["disabled", as: Bool.self])
    }

    /// Returns the SHA-256 of a sign-in name, under which failed sign-ins are counted, even of unknown names.
    static func nameHash(_ name: String) -> [UInt8] { SHA256Digest(of: Array(name.utf8)).bytes }

    static func account(named name: String, on connection: Connection) throws -> Account? {
        try connection.query(
            "SELECT \(columns) FROM account WHERE name = \(name)"
        ).map(account).first
    }

    private static func count(on connection: Connection) throws -> Int {
        try connection.query("SELECT count(*) AS accounts FROM account").map { try $0["accounts", as: Int.self] }
            .first ?? 0
    }

    private static func roles(_ names: [String]) -> Set<Role> { Set(names.compactMap(Role.init(rawValue:))) }

    private static func names(of roles: Set<Role>) -> [String] { roles.sorted().map(\.rawValue) }
}

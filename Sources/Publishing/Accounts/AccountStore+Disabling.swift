import PostgreSQL

extension AccountStore {
    /// Disables an account and ends its sessions. Nobody can disable their own account or the last enabled one that can
    /// manage accounts.
    package func disable(_ name: String, by actor: Actor) throws -> DisableAccountOutcome {
        let name = AccountName.normalized(name)
        guard AccountName.isValid(name) else { return .noSuchAccount }
        return try pool.transaction { connection in
            try Self.lock(on: connection)
            guard let account = try Self.account(named: name, on: connection) else { return .noSuchAccount }
            if account.id == actor.accountID { return .ownAccount }
            if account.isDisabled { return .alreadyDisabled(account) }
            guard try Self.isManaged(without: account, on: connection) else { return .lastAdministrator }
            try connection.execute(
                """
                INSERT INTO account_disablement (account_id, author_id, author_name)
                VALUES (\(account.id), \(actor.accountID), \(actor.name.storable))
                """)
            try connection.execute("DELETE FROM session WHERE account_id = \(account.id)")
            try AuditStore.append(.accountDisabled, of: name, by: actor, on: connection)
            return .disabled(account)
        }
    }

    /// Enables a disabled account; its password and roles stay as they are.
    package func enable(_ name: String, by actor: Actor) throws -> EnableAccountOutcome {
        let name = AccountName.normalized(name)
        guard AccountName.isValid(name) else { return .noSuchAccount }
        return try pool.transaction { connection in
            try Self.lock(on: connection)
            guard let account = try Self.account(named: name, on: connection) else { return .noSuchAccount }
            guard account.isDisabled else { return .alreadyEnabled(account) }
            try connection.execute("DELETE FROM account_disablement WHERE account_id = \(account.id)")
            try AuditStore.append(.accountEnabled, of: name, by: actor, on: connection)
            return .enabled(account)
        }
    }

    /// Returns true if an enabled account other than the given one can manage accounts.
    static func isManaged(without account: Account, on connection: Connection) throws -> Bool {
        try connection.query(
            """
            SELECT \(columns) FROM account WHERE id <> \(account.id)
                AND NOT EXISTS (SELECT FROM account_disablement WHERE account_id = account.id)
            """
        ).map(Self.account).contains { $0.may(.manageAccounts) }
    }

    /// Waits until no other transaction adds, disables or enables an account or changes roles, and makes such
    /// transactions wait until this one ends.
    static func lock(on connection: Connection) throws {
        try connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.account', 0))")
    }
}

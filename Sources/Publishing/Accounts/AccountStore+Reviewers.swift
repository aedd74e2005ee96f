import PostgreSQL

extension AccountStore {
    /// Returns the SQL condition that an account is enabled and has a role that may review. `account` is the SQL
    /// expression of the account's id.
    static func mayReview(_ account: SQL) -> SQL {
        let roles = Role.allCases.filter { $0.permissions.contains(.review) }.map(\.rawValue)
        return """
            EXISTS (SELECT FROM account WHERE account.id = \(account) AND account.roles && \(roles)
                AND NOT EXISTS (SELECT FROM account_disablement WHERE account_id = account.id))
            """
    }
}

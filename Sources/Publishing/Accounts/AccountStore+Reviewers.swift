import PostgreSQL

extension AccountStore {
    /// Returns the condition that an account may sign in and review. `account` is the expression of its number.
    static func mayReview(_ account: SQL) -> SQL {
        let roles = Role.allCases.filter { $0.permissions.contains(.review) }.map(\.rawValue)
        return """
            EXISTS (SELECT FROM account WHERE account.id = \(account) AND account.roles && \(roles)
                AND NOT EXISTS (SELECT FROM account_disablement WHERE account_id = account.id))
            """
    }
}

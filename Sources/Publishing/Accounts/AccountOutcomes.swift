/// What became of a new account.
package enum AddAccountOutcome: Sendable, Hashable {
    case added(Account)
    /// The name is not words of Latin letters and digits joined by `.`, `_`, `@` or `-`, or it is too long.
    case invalidName
    case taken
    /// Why, as a sentence.
    case weakPassword(String)
}

/// What became of a new password.
package enum ResetPasswordOutcome: Sendable, Hashable {
    /// It holds, and every session of the account has ended.
    case reset(Account)
    case noSuchAccount
    /// Why, as a sentence.
    case weakPassword(String)
}

/// What became of a change of roles.
package enum SetRolesOutcome: Sendable, Hashable {
    /// They hold, and every session of the account has ended.
    case changed(Account)
    case noSuchAccount
    /// Someone must remain who can manage accounts.
    case lastAdministrator
}

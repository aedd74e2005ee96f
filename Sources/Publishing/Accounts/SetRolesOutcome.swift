/// What became of a change of roles.
package enum SetRolesOutcome: Sendable, Hashable {
    /// They hold, and every session of the account has ended.
    case changed(Account)
    case noSuchAccount
    /// Someone must remain who can manage accounts.
    case lastAdministrator
}

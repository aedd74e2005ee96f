/// The outcome of changing roles.
package enum SetRolesOutcome: Sendable, Hashable {
    /// The roles are changed, and every session of the account has ended.
    case changed(Account)
    case noSuchAccount
    /// At least one account must be able to manage accounts.
    case lastAdministrator
}

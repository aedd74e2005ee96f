/// The outcome of disabling an account.
package enum DisableAccountOutcome: Sendable, Hashable {
    /// The account cannot sign in any more, and its sessions have ended.
    case disabled(Account)
    case alreadyDisabled(Account)
    /// Nobody can disable their own account.
    case ownAccount
    /// At least one account must be able to manage accounts.
    case lastAdministrator
    case noSuchAccount
}

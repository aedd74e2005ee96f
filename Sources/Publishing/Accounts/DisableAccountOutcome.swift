/// The outcome of disabling an account.
package enum DisableAccountOutcome: Sendable, Hashable {
    /// It cannot sign in, and its sessions have ended.
    case disabled(Account)
    case alreadyDisabled(Account)
    /// Nobody disables their own account.
    case ownAccount
    /// Someone must remain who can manage accounts.
    case lastAdministrator
    case noSuchAccount
}

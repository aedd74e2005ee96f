/// The outcome of enabling an account.
package enum EnableAccountOutcome: Sendable, Hashable {
    case enabled(Account)
    case alreadyEnabled(Account)
    case noSuchAccount
}

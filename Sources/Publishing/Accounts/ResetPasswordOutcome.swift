/// The outcome of resetting a password.
package enum ResetPasswordOutcome: Sendable, Hashable {
    /// The password is set, and every session of the account has ended.
    case reset(Account)
    case noSuchAccount
    /// The password is refused, with the reason as a sentence.
    case weakPassword(String)
}

/// What became of a new password.
package enum ResetPasswordOutcome: Sendable, Hashable {
    /// It holds, and every session of the account has ended.
    case reset(Account)
    case noSuchAccount
    /// Why, as a sentence.
    case weakPassword(String)
}

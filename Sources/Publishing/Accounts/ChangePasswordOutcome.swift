/// The outcome of a person's change of their own password.
package enum ChangePasswordOutcome: Sendable, Hashable {
    /// It holds, and the account's other sessions have ended.
    case changed
    /// The current password is not that one.
    case wrongPassword
    /// Too many failures: the current password was not looked at.
    case tooMany(retryAfter: Duration)
    /// Why, as a sentence.
    case weakPassword(String)
}

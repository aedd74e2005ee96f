/// The outcome of a person's change of their own password.
package enum ChangePasswordOutcome: Sendable, Hashable {
    /// The password is changed, and the account's other sessions have ended.
    case changed
    /// The current password is wrong, or another change has just replaced it.
    case wrongPassword
    /// Too many failures; the current password was not verified.
    case tooMany(retryAfter: Duration)
    /// The new password is refused, with the reason as a sentence.
    case weakPassword(String)
}

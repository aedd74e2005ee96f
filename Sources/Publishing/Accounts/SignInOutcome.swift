/// What became of a name and a password. An unknown name is answered just as a wrong password.
package enum SignInOutcome: Sendable, Hashable {
    /// The session's token: for the browser alone, only its hash is stored.
    case signedIn(Session, Account)
    case wrong
    /// Name and password are right, and the account is disabled.
    case disabled
    /// Too many failures: the password was not looked at.
    case tooMany(retryAfter: Duration)
    /// Too many sign in at this moment: the password was not looked at, and the attempt does not count.
    case busy
}

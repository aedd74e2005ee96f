/// The outcome of a sign-in. Unknown names get the same answer as wrong passwords.
package enum SignInOutcome: Sendable, Hashable {
    /// The session, whose token only the browser keeps (its hash is stored), and the account.
    case signedIn(NewSession, Account)
    case wrong
    /// Name and password are correct, but the account is disabled.
    case disabled
    /// Too many failures; the password was not verified.
    case tooMany(retryAfter: Duration)
    /// Too many concurrent sign-ins, or too little memory; the password was not verified, and the attempt does not
    /// count.
    case busy
}

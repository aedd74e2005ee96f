/// A browser that an account has signed in with before.
///
/// It opens nothing. But a flood of guesses from elsewhere does not slow its owner down ("device cookies", OWASP).
package struct KnownDevice: Sendable, Hashable {
    /// The account's id.
    package let account: Int
    /// Tells the devices of an account apart.
    package let id: String

    package init(account: Int, id: String) {
        self.account = account
        self.id = id
    }
}

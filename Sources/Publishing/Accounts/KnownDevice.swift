/// A browser in which an account has signed in before.
///
/// A known device grants no access, but attacks from elsewhere do not delay sign-ins on it ("device cookies", OWASP).
package struct KnownDevice: Sendable, Hashable {
    /// The account's id.
    package let account: Int
    /// The device's id within the account.
    package let id: String

    package init(account: Int, id: String) {
        self.account = account
        self.id = id
    }
}

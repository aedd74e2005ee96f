/// What became of a new account.
package enum AddAccountOutcome: Sendable, Hashable {
    case added(Account)
    /// The name is not words of Latin letters and digits joined by `.`, `_`, `@` or `-`, or it is too long.
    case invalidName
    /// The shown name breaks `DisplayName.rule`.
    case invalidDisplayName
    case taken
    /// Why, as a sentence.
    case weakPassword(String)
}

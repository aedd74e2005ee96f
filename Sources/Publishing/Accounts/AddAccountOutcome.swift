/// The outcome of adding an account.
package enum AddAccountOutcome: Sendable, Hashable {
    case added(Account)
    /// The name breaks the rule of `AccountName`.
    case invalidName
    /// The name is reserved for an author of actions that has no account, such as `operator` or `anonymous`.
    case reservedName
    /// The display name breaks `DisplayName.rule`.
    case invalidDisplayName
    /// The display name exceeds `DisplayName.maximumLength`.
    case displayNameTooLong
    case taken
    /// The password is refused, with the reason as a sentence.
    case weakPassword(String)
}

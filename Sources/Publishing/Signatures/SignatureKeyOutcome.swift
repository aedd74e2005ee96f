/// The result of adding or retiring a signature key.
package enum SignatureKeyOutcome: Sendable, Hashable {
    case done(SignatureKey)
    /// Two keys are active already; one must retire first.
    case tooMany
    /// No active key has the id.
    case unknown
    /// The only active key cannot retire, because clients would reject everything.
    case last
}

/// The outcome of a request, verdict or comment in a review, or of a withdrawal.
package enum ReviewOutcome: Sendable, Hashable {
    /// The request, verdict, comment or withdrawal was recorded; the value is the state of the review after it.
    case done(ReviewSummary)
    /// The same request or verdict is recorded already, or there is nothing to withdraw; nothing was written.
    case unchanged(ReviewSummary)
    case noSuchRevision
    /// The person is one of `ReviewSummary.contributors`, so the person can neither approve nor request changes.
    case contributor(ReviewSummary)
    /// The revision's bytes are not those that the person saw.
    case otherBytes(ReviewSummary)
    /// This person or role cannot be asked: the account does not exist or is disabled, the account or role may not
    /// review, or there are too many people.
    case cannotReview(String)
    /// The text is not a JSON Pointer, or the revision has no element at it.
    case noSuchElement(String)
    /// A request for changes or a comment has no text.
    case textMissing
    /// The text exceeds `ReviewStore.maximumTextLength`.
    case textTooLong
}

/// The outcome of a step of a review.
package enum ReviewOutcome: Sendable, Hashable {
    /// The step was taken; the standing is the one after it.
    case done(ReviewStanding)
    /// The revision is in that state already; nothing was written.
    case unchanged(ReviewStanding)
    case noSuchRevision
    /// The person saved a revision since the live one, so cannot approve or ask for changes.
    case contributor(ReviewStanding)
    /// The bytes are not those that the person saw.
    case otherBytes(ReviewStanding)
    /// The account does not exist, cannot sign in, or may not review.
    case cannotReview(String)
    /// There is no element at that pointer, or it is not a JSON Pointer.
    case noSuchElement(String)
    /// A request for changes or a comment needs a text.
    case textMissing
    /// The text exceeds `ReviewStore.maximumTextLength`.
    case textTooLong
}

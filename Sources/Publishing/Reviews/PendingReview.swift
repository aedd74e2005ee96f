/// A revision with an open request for a review.
package struct PendingReview: Sendable, Hashable {
    package let review: Review
    package let summary: ReviewSummary
    /// The name of the revision's author.
    package let revisionAuthor: String
    /// True if the feature has a newer revision.
    package let isSuperseded: Bool

    package init(
        review: Review, summary: ReviewSummary, revisionAuthor: String, isSuperseded: Bool
    ) {
        self.review = review
        self.summary = summary
        self.revisionAuthor = revisionAuthor
        self.isSuperseded = isSuperseded
    }
}

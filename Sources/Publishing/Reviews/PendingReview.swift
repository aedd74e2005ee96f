/// A revision with an open request for a review.
package struct PendingReview: Sendable, Hashable {
    package let review: Review
    package let standing: ReviewStanding
    /// The name of the revision's author.
    package let revisionAuthor: String
    /// True if the feature has a newer revision.
    package let isSuperseded: Bool

    package init(
        review: Review, standing: ReviewStanding, revisionAuthor: String, isSuperseded: Bool
    ) {
        self.review = review
        self.standing = standing
        self.revisionAuthor = revisionAuthor
        self.isSuperseded = isSuperseded
    }
}

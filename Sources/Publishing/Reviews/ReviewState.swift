/// The state of a revision's review. Each save creates another revision, whose review has a state of its own.
package enum ReviewState: String, Sendable, Codable, CaseIterable {
    /// Nobody was asked for a review, or the request was withdrawn.
    case draft
    case inReview = "in-review"
    case approved
    case changesRequested = "changes-requested"
}

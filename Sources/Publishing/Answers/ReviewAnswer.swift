package import Foundation

/// The review of a revision as JSON, for the command line and the management API.
package struct ReviewAnswer: Sendable, Encodable {
    package let feature: String
    package let revision: Int
    package let hash: String
    package let state: ReviewState
    /// The number of valid approvals: those of the same bytes by people who may review and did not contribute.
    package let approvals: Int
    /// The number of approvals that publishing requires.
    package let required: Int
    /// The names of everybody who saved a revision after the base (`ReviewSummary.base`). If one of these revisions is
    /// a clone, the contributors to its original are included. None of these people can approve.
    package let contributors: [String]
    package let verdicts: [VerdictAnswer]
    package let comments: [CommentAnswer]

    /// A person's verdict.
    package struct VerdictAnswer: Sendable, Encodable {
        package let author: String
        package let verdict: Verdict
        package let hash: String
        package let note: String
        package let createdAt: Date
    }

    /// A comment on an element.
    package struct CommentAnswer: Sendable, Encodable {
        package let author: String
        package let revision: Int
        package let pointer: String
        package let text: String
        package let createdAt: Date
    }

    package init(_ feature: String, _ summary: ReviewSummary, comments: [ReviewComment]) {
        self.feature = feature
        revision = summary.revision
        hash = summary.hash
        state = summary.state
        approvals = summary.approvals.count
        required = summary.policy.required
        contributors = summary.contributors
        verdicts = summary.verdicts.map {
            VerdictAnswer(
                author: $0.author.name, verdict: $0.verdict, hash: $0.hash, note: $0.note, createdAt: $0.createdAt)
        }
        self.comments = comments.map {
            CommentAnswer(
                author: $0.author.name, revision: $0.revision, pointer: $0.pointer, text: $0.text,
                createdAt: $0.createdAt)
        }
    }
}

/// An open review in a list as JSON.
package struct PendingReviewAnswer: Sendable, Encodable {
    package let feature: String
    package let revision: Int
    package let state: ReviewState
    package let approvals: Int
    package let required: Int
    package let people: [String]
    package let roles: [Role]
    package let note: String
    package let author: String
    package let requestedAt: Date
    /// True if the feature has a newer revision.
    package let superseded: Bool

    package init(_ pending: PendingReview) {
        feature = pending.review.feature
        revision = pending.review.revision
        state = pending.summary.state
        approvals = pending.summary.approvals.count
        required = pending.summary.policy.required
        people = pending.review.people
        roles = pending.review.roles
        note = pending.review.note
        author = pending.review.author.name
        requestedAt = pending.review.createdAt
        superseded = pending.isSuperseded
    }
}

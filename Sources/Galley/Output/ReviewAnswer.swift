import Foundation
import Publishing

/// The review of a revision as the command line writes it.
struct ReviewAnswer: Encodable {
    let feature: String
    let revision: Int
    let hash: String
    let state: ReviewState
    /// The number of approvals that count.
    let approvals: Int
    let required: Int
    let contributors: [String]
    let verdicts: [VerdictAnswer]
    let comments: [CommentAnswer]

    /// A person's verdict.
    struct VerdictAnswer: Encodable {
        let author: String
        let verdict: Verdict
        let hash: String
        let note: String
        let createdAt: Date
    }

    /// A comment on an element.
    struct CommentAnswer: Encodable {
        let author: String
        let revision: Int
        let pointer: String
        let text: String
        let createdAt: Date
    }

    init(_ feature: String, _ standing: ReviewStanding, comments: [ReviewComment] = []) {
        self.feature = feature
        revision = standing.revision
        hash = standing.hash
        state = standing.state
        approvals = standing.approvals.count
        required = standing.policy.required
        contributors = standing.contributors
        verdicts = standing.verdicts.map {
            VerdictAnswer(
                author: $0.author.name, verdict: $0.verdict, hash: $0.hash, note: $0.note, createdAt: $0.createdAt)
        }
        self.comments = comments.map {
            CommentAnswer(
                author: $0.author.name, revision: $0.revision, pointer: $0.pointer, text: $0.text,
                createdAt: $0.createdAt)
        }
    }

    /// The state in one line, then a line for each verdict and comment.
    var text: String {
        let first = "\(feature) revision \(revision): \(state.rawValue), \(approvals) of \(required) required approvals"
        let given = verdicts.map { "  \($0.author)  \($0.verdict.rawValue)  \($0.note)" }
        let said = comments.map {
            "  \($0.author) on revision \($0.revision) \($0.pointer.isEmpty ? "" : $0.pointer): \($0.text)"
        }
        return ([first] + given + said).joined(separator: "\n")
    }

    /// Prints the outcome of a step; exits with status 1 if it was refused.
    static func print(_ outcome: ReviewOutcome, of subject: ReviewSubject, as format: FormatOption) throws {
        switch outcome {
        case .done(let standing), .unchanged(let standing):
            let answer = ReviewAnswer(subject.name, standing)
            try format.done(answer, text: answer.text)
        case .noSuchRevision: try format.refuse("there is no revision \(subject.revision) of \(subject.name)")
        case .contributor(let standing):
            try format.refuse(
                "\(standing.contributors.joined(separator: ", ")) saved a revision since the live one and cannot approve"
            )
        case .otherBytes(let standing):
            try format.refuse("revision \(subject.revision) has other bytes: \(standing.hash)")
        case .cannotReview(let name): try format.refuse("\(name) cannot review")
        case .noSuchElement(let pointer):
            try format.refuse("revision \(subject.revision) has no element at \(pointer)")
        case .textMissing: try format.refuse("a text is needed")
        case .textTooLong:
            try format.refuse("a text has at most \(ReviewStore.maximumTextLength) characters")
        }
    }
}

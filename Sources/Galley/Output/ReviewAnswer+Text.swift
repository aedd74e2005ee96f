import JSONText
import Publishing

extension ReviewAnswer {
    /// The state in one line, then a line for each verdict and comment.
    var text: String {
        let first =
            "\(feature) revision \(revision): \(state.rawValue), "
            + "\(approvals) of \(counted: required, "required approval")"
        let given = verdicts.map { "  \($0.author)  \($0.verdict.rawValue)  \($0.note)" }
        let said = comments.map {
            "  \($0.author) on revision \($0.revision)\($0.pointer.isEmpty ? "" : " " + $0.pointer): \($0.text)"
        }
        return ([first] + given + said).joined(separator: "\n")
    }

    /// Creates the answer with the comments on all revisions after the base (`ReviewSummary.base`) up to the reviewed
    /// one.
    init(_ feature: String, _ summary: ReviewSummary, in reviews: ReviewStore) throws {
        let comments = try reviews.comments(of: feature, after: summary.base, upTo: summary.revision)
        self.init(feature, summary, comments: comments)
    }

    /// Prints the outcome of a step; exits with status 1 if it was refused.
    static func print(
        _ outcome: ReviewOutcome, of subject: ReviewSubject, in reviews: ReviewStore, as format: FormatOption
    ) throws {
        switch outcome {
        case .done(let summary), .unchanged(let summary):
            let answer = try ReviewAnswer(subject.name, summary, in: reviews)
            try format.done(answer, text: answer.text)
        case .noSuchRevision: try format.refuse("there is no revision \(subject.revision) of \(subject.name)")
        case .contributor(let summary):
            let names = summary.contributors.joined(separator: ", ")
            try format.refuse("\(names) saved \(saved(summary)) and cannot approve or request changes")
        case .otherBytes(let summary):
            try format.refuse(
                "revision \(subject.revision) is not the text that --hash names; its SHA-256 is \(summary.hash)")
        case .cannotReview(let name):
            try format.refuse(
                """
                \(name) cannot be asked; choose at most \(ReviewStore.maximumPeople) enabled accounts with the role \
                \(Role.reviewer.rawValue)
                """)
        case .noSuchElement(let pointer):
            try format.refuse("revision \(subject.revision) has no element at \(pointer)")
        case .textMissing: try format.refuse("the text is empty; enter one")
        case .textTooLong:
            try format.refuse("the text is too long; the limit is \(ReviewStore.maximumTextLength) characters")
        }
    }

    /// Returns a phrase for the revisions that the contributors saved.
    private static func saved(_ summary: ReviewSummary) -> String {
        if summary.base > 0 { return "a revision after revision \(summary.base)" }
        return summary.isCloned
            ? "this revision, an earlier one, or the revision that was cloned," : "this revision or an earlier one"
    }
}

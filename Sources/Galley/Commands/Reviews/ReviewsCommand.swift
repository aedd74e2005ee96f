import ArgumentParser
import Foundation
import JSONText
import Publishing

/// The command for reviews of revisions and the approvals that publishing requires.
struct ReviewsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reviews", abstract: "Request reviews, approve, request changes, comment; set the policy.",
        discussion: """
            A verdict at the command line is that of the operator, who has one vote. Whoever saved a revision since \
            the one that is live can neither approve nor request changes.
            """,
        subcommands: [
            List.self, Show.self, Request.self, Approve.self, RequestChanges.self, Withdraw.self, Comment.self,
            Policy.self,
        ])

    /// Lists the open reviews.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the open reviews, the oldest first, at most \(ReviewStore.maximumPending).",
            discussion: """
                Of each feature only the newest request is listed. Archived features and live revisions are left out.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption

        func run() throws {
            let pending = try installation.open().reviews.pending().map(PendingReviewAnswer.init)
            try format.done(pending, lines: pending.map(\.line), orNone: "No open review to list.")
        }
    }

    /// Shows the review of a revision.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the review of a revision with its comments.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @OptionGroup var subject: ReviewSubject

        func run() throws {
            let reviews = try installation.open().reviews
            guard let summary = try reviews.summary(of: subject.revision, of: subject.name) else {
                try format.refuse("there is no revision \(subject.revision) of \(subject.name)")
            }
            let answer = try ReviewAnswer(subject.name, summary, in: reviews)
            try format.done(answer, text: answer.text)
        }
    }

    /// Requests a review.
    struct Request: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Request a review of a revision from people or roles; without both, from anybody who may review.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @OptionGroup var subject: ReviewSubject
        @Option(help: "An account that may review; repeatable.") var person: [String] = []
        @Option(help: "A role that may review, such as reviewer; repeatable.") var role: [String] = []
        @Option(help: "The question to the reviewers.") var note = ""

        func run() throws {
            let roles = try role.map { word in
                guard let role = Role(rawValue: word) else { throw CommandError("there is no role \(word)") }
                return role
            }
            let reviews = try installation.open().reviews
            let outcome = try reviews.request(
                subject.revision, of: subject.name, people: person, roles: roles, note: note, by: .operator)
            try ReviewAnswer.print(outcome, of: subject, in: reviews, as: format)
        }
    }

    /// Approves a revision.
    struct Approve: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Approve the exact bytes of a revision.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @OptionGroup var subject: ReviewSubject
        @Option(help: "The SHA-256 of the text that you saw; refused if the revision has another.") var hash: String?
        @Option(help: "A note on the approval.") var note = ""

        func run() throws {
            let reviews = try installation.open().reviews
            let outcome = try reviews.give(
                .approved, to: subject.revision, of: subject.name, hash: hash, note: note, by: .operator)
            try ReviewAnswer.print(outcome, of: subject, in: reviews, as: format)
        }
    }

    /// Requests changes to a revision.
    struct RequestChanges: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Request changes to a revision.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @OptionGroup var subject: ReviewSubject
        @Option(help: "The changes that are needed.") var note: String

        func run() throws {
            let reviews = try installation.open().reviews
            let outcome = try reviews.give(
                .changesRequested, to: subject.revision, of: subject.name, note: note, by: .operator)
            try ReviewAnswer.print(outcome, of: subject, in: reviews, as: format)
        }
    }

    /// Withdraws a request or a verdict.
    struct Withdraw: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Withdraw the request for a review, or with --verdict the operator's verdict.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @OptionGroup var subject: ReviewSubject
        @Flag(help: "Withdraw the operator's verdict instead of the request.") var verdict = false

        func run() throws {
            let reviews = try installation.open().reviews
            let outcome =
                verdict
                ? try reviews.give(.withdrawn, to: subject.revision, of: subject.name, by: .operator)
                : try reviews.withdraw(reviewOf: subject.revision, of: subject.name, by: .operator)
            try ReviewAnswer.print(outcome, of: subject, in: reviews, as: format)
        }
    }

    /// Comments on a revision.
    struct Comment: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Comment on a revision or one of its elements.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @OptionGroup var subject: ReviewSubject
        @Option(help: "The JSON Pointer of the element; by default the whole document.") var at = ""
        @Argument(help: "The comment.") var text: String

        func run() throws {
            let reviews = try installation.open().reviews
            let outcome = try reviews.comment(
                on: subject.revision, of: subject.name, at: at, text, by: .operator)
            try ReviewAnswer.print(outcome, of: subject, in: reviews, as: format)
        }
    }

    /// Shows or sets how many approvals publishing requires.
    struct Policy: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or set how many approvals publishing requires, in the installation or for one feature.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature; without it, the installation.") var name: String?
        @Option(help: "0, 1 or 2. For a feature also: installation, to use the installation's policy.")
        var required: String?

        func run() throws {
            let stores = try installation.open()
            if let name, try stores.features.feature(named: name) == nil {
                try format.refuse("there is no feature \(name)")
            }
            if let required {
                let number = Int(required)
                guard number != nil || required == "installation" && name != nil,
                    try stores.reviews.setPolicy(number, of: name, by: .operator) != nil
                else { throw CommandError("--required must be 0, 1 or 2, or, for a feature, installation") }
            }
            let answer = PolicyAnswer(feature: name, try stores.reviews.policy(of: name))
            try format.done(answer, text: answer.line)
        }
    }
}

/// The revision that a command is about.
struct ReviewSubject: ParsableArguments {
    @Argument(help: "The feature.") var name: String
    @Option(help: "The revision's number.") var revision: Int
}

/// The policy of the installation or a feature.
private struct PolicyAnswer: Encodable {
    let feature: String?
    let required: Int
    let own: Bool

    init(feature: String?, _ policy: ApprovalPolicy) {
        self.feature = feature
        required = policy.required
        own = policy.isOwn
    }

    var line: String {
        let source = feature == nil ? "" : own ? " (its own policy)" : " (the policy of the installation)"
        return "\(feature ?? "The installation") requires \(required) approval\(required == 1 ? "" : "s")\(source)."
    }
}

extension PendingReviewAnswer {
    /// The review as a line of text.
    fileprivate var line: String {
        "\(feature) revision \(revision)  \(state.rawValue)  \(approvals) of \(counted: required, "approval")  \(author)  "
            + "\(requestedAt.formatted(.iso8601))\(superseded ? "  (a newer revision exists)" : "")  \(note)"
    }
}

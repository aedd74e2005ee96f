import Publishing

/// The page of the signed-in person's tasks: rollouts, open reviews, unsaved texts, builds and failures, with the
/// installation's approval policy.
struct ReviewIndexPage: Page {
    static let template = "reviews/index"
    var chrome: Chrome
    var hasGroups: Bool
    var groups: [Group]
    /// A sentence that says that only the oldest open reviews are listed; nil if all are listed.
    var reviewsCut: String?
    var unsaved: [Unsaved] = [] {
        didSet { hasUnsaved = !unsaved.isEmpty }
    }
    private(set) var hasUnsaved = false
    /// A sentence that says that further features have unsaved text; nil if all are listed.
    var unsavedCut: String?
    var failures: [Failure] = [] {
        didSet { hasFailures = !failures.isEmpty }
    }
    private(set) var hasFailures = false
    /// A sentence that says that there are further failures; nil if all are listed.
    var failuresCut: String?
    /// The rollouts that wait for the signed-in person.
    var rolloutNotices: [RolloutNotice] = [] {
        didSet { hasRollouts = !rolloutNotices.isEmpty }
    }
    private(set) var hasRollouts = false
    /// A sentence with the number of rollouts that are not listed; nil if all are listed.
    var rolloutsCut: String?
    /// The live editions that registered builds cannot decode; nil if there are none and the report is up to date, or
    /// if the signed-in person may neither edit nor publish nor manage schemas.
    var builds: Builds?
    var mayChangePolicy: Bool
    var policy: String
    var choices: [Choice]

    /// The reviews with the same next step.
    struct Group: Sendable {
        var heading: String
        var rows: [PendingReviewRow]
    }

    /// A feature with unsaved text of the signed-in person.
    struct Unsaved: Sendable {
        var feature: String
        var href: String
        var when: TimeLabel
    }

    /// A failure that apps report about a live revision.
    struct Failure: Sendable {
        var feature: String
        var href: String
        var reason: String
        /// The number of reports in words.
        var reports: String
        var when: TimeLabel
    }

    /// The live editions that registered builds cannot decode.
    struct Builds: Sendable {
        var rows: [Refusal]
        var hasRows: Bool
        /// A sentence with the number of editions that are not listed; nil for none.
        var more: String?
        /// A sentence that says that the report is missing or does not cover the newest changes; nil if it is up to
        /// date.
        var stale: String?

        /// A live edition that a registered build cannot decode.
        struct Refusal: Sendable {
            var feature: String
            var href: String
            var client: String
            var clientHref: String
            /// The revision and its client versions.
            var what: String
            /// The parts of the edition that the build cannot decode.
            var lacks: [ClientPage.Lack]
            /// A sentence with the number of further parts that the build cannot decode; nil if all are listed.
            var more: String?
        }
    }

    init(chrome: Chrome, rows: [PendingReviewRow], policy: ApprovalPolicy, mayChangePolicy: Bool) {
        self.chrome = chrome
        self.mayChangePolicy = mayChangePolicy
        self.policy = ReviewWords.required(policy.required)
        choices = ReviewWords.choices(policy, ofFeature: false)
        groups = PendingReviewRow.Need.allCases.compactMap { need in
            let rows = rows.filter { $0.need == need }
            return rows.isEmpty ? nil : Group(heading: need.heading, rows: rows)
        }
        hasGroups = !groups.isEmpty
    }

    static let sample: ReviewIndexPage = {
        var page = ReviewIndexPage(
            chrome: .sample, rows: [.sample], policy: ApprovalPolicy(required: 1), mayChangePolicy: true)
        page.unsaved = [Unsaved(feature: "home.offers", href: "/features/home.offers/editor?copy=1", when: .sample)]
        page.rolloutNotices = [.sample]
        page.failures = [
            Failure(
                feature: "home.offers", href: "/features/home.offers", reason: "unknown type", reports: "12 reports",
                when: .sample)
        ]
        page.builds = .sample
        (page.reviewsCut, page.unsavedCut) = ("Only the oldest 200 are listed.", "Only the first 20 are listed.")
        (page.failuresCut, page.rolloutsCut) = ("Only the first 20 are listed.", "2 more are not listed.")
        return page
    }()
}

/// An open review in the list.
struct PendingReviewRow: Sendable {
    /// The next step of a review that the signed-in person can make; `others` if it waits for other people.
    enum Need: CaseIterable {
        case yourReview, yourChanges, yourPublishing, others

        var heading: String {
            switch self {
            case .yourReview: Texts["reviews.need-your-review"]
            case .yourChanges: Texts["reviews.need-your-changes"]
            case .yourPublishing: Texts["reviews.need-your-publishing"]
            case .others: Texts["reviews.need-others"]
            }
        }
    }

    var need: Need
    var feature: String
    var featureHref: String
    var revision: Int
    var href: String
    var who: String
    var when: TimeLabel
    var note: String?
    var state: String
    var stateBadge: String
    var progress: String
    var asked: String
    var isSuperseded: Bool

    init(_ pending: PendingReview, _ account: Account, clock: Clock) {
        let review = pending.review
        let summary = pending.summary
        need = Self.need(pending, account)
        feature = review.feature
        featureHref = Paths.feature(feature)
        revision = review.revision
        href = Paths.review(of: feature, revision)
        who = review.author.name
        when = clock.when(review.createdAt)
        note = review.note.nonEmpty
        (state, stateBadge) = (summary.state.title, summary.state.badge)
        progress = ReviewWords.progress(summary)
        asked = ReviewWords.asked(review)
        isSuperseded = pending.isSuperseded
    }

    private static func need(_ pending: PendingReview, _ account: Account) -> Need {
        let summary = pending.summary
        switch summary.state {
        case .draft, .inReview:
            let isOpen = account.may(.review) && pending.review.asks(account)
            let isDone = summary.isContributor(account.actor) || summary.verdict(of: account.actor) != nil
            return isOpen && !isDone ? .yourReview : .others
        case .changesRequested:
            return [pending.revisionAuthor, pending.review.author.name].contains(account.name) ? .yourChanges : .others
        case .approved: return account.may(.publish) ? .yourPublishing : .others
        }
    }

    static let sample = PendingReviewRow(
        PendingReview(
            review: Review(
                id: 1, feature: "home.offers", revision: 2, note: "Please", people: ["lea"], roles: [],
                author: Actor(accountID: 1, name: "ana"), createdAt: TimeLabel.sampleDate),
            summary: ReviewPage.sampleSummary, revisionAuthor: "ana", isSuperseded: true),
        Account(id: 1, name: "mira", displayName: "Mira", roles: [.releaseManager], createdAt: TimeLabel.sampleDate),
        clock: Clock(now: TimeLabel.sampleDate))
}

import Foundation
import Preview
import Publishing

/// The page of a revision's review.
struct ReviewPage: Page {
    static let template = "reviews/show"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var number: Int
    var revisionHref: String
    /// The address of the comparison with the base (`ReviewSummary.base`), which is usually the live revision; nil if
    /// there is no base.
    var compareHref: String?
    var publishHref: String?
    var requestHref: String
    var withdrawHref: String
    var decideHref: String
    var commentHref: String
    /// The badge of a live revision; nil if no client gets the revision.
    var live: String?
    /// The state of the review; nil for a live revision whose state is “Draft”, because that word would mislead.
    var state: String?
    var stateBadge: String
    var isValid = true
    var hash: String
    var progress: String
    /// A sentence about the people who cannot approve, because they have contributed to the revision.
    var contributors: String
    var request: Request?
    var hasVerdicts: Bool
    var verdicts: [VerdictRow]
    /// A sentence about the revision with which this one is compared; nil if there is nothing to compare.
    var since: String?
    /// The differences from the revision with which this one is compared; nil if there is nothing to compare.
    var differences: Differences?
    /// The reason why there are no differences.
    var incomparable: String?
    /// The previews of this revision and of the one with which it is compared; nil if there is nothing to compare.
    var previews: Previews?
    /// The results for clients before and after publishing. Nil if no rule on a platform that is switched on serves the
    /// live revision that this one would replace, or if publishing would change nothing.
    var effect: Effect?
    var hasComments = false
    var comments: [ReviewCommentRow] = []
    /// A sentence that says that only the newest comments are listed; nil if all are listed.
    var commentsCut: String?
    var mayRequest = false
    var mayWithdraw = false
    var mayDecide = false
    /// The reason why the signed-in person cannot approve; nil if they can, or may not review at all.
    var barred: String?
    var hasVerdict = false
    var hasPeople = false
    var people: [Choice] = []
    /// A sentence with the number of reviewers who are not listed; nil if all are listed.
    var peopleCut: String?
    var roles: [Choice]
    var maximumText = ReviewStore.maximumTextLength
    /// The note of a verdict that was refused, as typed.
    var typedNote = ""
    var noteProblem: String?
    /// The pointer and the text of a comment that was refused, as typed.
    var typedPointer = ""
    var pointerProblem: String?
    var typedComment = ""
    var commentProblem: String?
    /// The note of a request that was refused, as typed.
    var typedRequestNote = ""
    var requestNoteProblem: String?
    /// A sentence about a person or a role that cannot be asked for a review.
    var peopleProblem: String?

    /// Two previews with the changed elements outlined.
    struct Previews: Sendable {
        var left: ComparisonPage.Side
        var right: ComparisonPage.Side
        /// A sentence about the outlined elements; nil if there are none.
        var marks: String?
    }

    /// The version map before or after publishing.
    struct Side: Sendable {
        var map: VersionMap
    }

    /// The results for clients now, and after publishing the revision in place of the live one.
    struct Effect: Sendable {
        /// The revision that would be replaced.
        var base: Int
        var before: Side
        /// The results after publishing; nil if publishing would be refused.
        var after: Side?
        var isRefused = false
        var hasChanges = false
        var changes: [Change] = []
        var hasProblems = false
        /// The reasons for a refusal, or the warnings.
        var problems: [ProblemRow] = []

        init(replacing base: Int, before: VersionMap) { (self.base, self.before) = (base, Side(map: before)) }
    }

    /// The open request for a review.
    struct Request: Sendable {
        var who: String
        var when: TimeLabel
        var asked: String
        var note: String?
    }

    /// A person's verdict.
    struct VerdictRow: Sendable {
        var who: String
        var when: TimeLabel
        var word: String
        var badge: String
        var note: String?
        /// The reason why the verdict does not count; nil if it counts.
        var discount: String?
    }

    init(chrome: Chrome, feature: String, number: Int, summary: ReviewSummary, live: String?, clock: Clock) {
        self.chrome = chrome
        self.feature = feature
        self.number = number
        featureHref = Paths.feature(feature)
        revisionHref = Paths.revision(of: feature, number)
        compareHref =
            summary.base > 0 ? Paths.comparison(of: feature, .revision(summary.base), .revision(number)) : nil
        requestHref = Paths.reviews(of: feature, number)
        withdrawHref = Paths.reviewWithdrawals(of: feature, number)
        decideHref = Paths.approvals(of: feature, number)
        commentHref = Paths.comments(of: feature, number)
        self.live = live
        state = live != nil && summary.state == .draft ? nil : summary.state.title
        stateBadge = summary.state.badge
        hash = summary.hash
        progress = ReviewWords.progress(summary)
        contributors = ReviewWords.barred(summary)
        request = summary.request.map { review in
            Request(
                who: review.author.name, when: clock.when(review.createdAt), asked: ReviewWords.asked(review),
                note: review.note.nonEmpty)
        }
        verdicts = summary.verdicts.map { VerdictRow($0, summary, clock: clock) }
        hasVerdicts = !verdicts.isEmpty
        roles = Role.allCases.filter { $0.permissions.contains(.review) }.map { role in
            Choice(
                value: role.rawValue, label: role.title,
                isChosen: summary.request?.roles.contains(role) ?? false)
        }
    }

    static let sample: ReviewPage = {
        var page = ReviewPage(
            chrome: .sample, feature: "home.offers", number: 2, summary: sampleSummary, live: "Live",
            clock: Clock(now: TimeLabel.sampleDate))
        page.publishHref = "/features/home.offers/releases/new?revision=2"
        (page.since, page.differences) = ("Since revision 1, which is live.", .sample)
        page.incomparable = "Nothing is live."
        let side = ComparisonPage.Side(
            title: "Revision 1", feature: "home.offers", href: "/features/home.offers/revisions/1", who: "ana",
            when: .sample, frame: .sample)
        page.previews = Previews(left: side, right: side, marks: "Outlined.")
        page.effect = Effect(replacing: 1, before: .sample)
        page.effect?.after = Side(map: .sample)
        page.effect?.changes = Change.sample
        page.effect?.problems = [.sample]
        page.comments = [.sample]
        page.people = Choice.sample
        (page.commentsCut, page.peopleCut) = ("Only the newest 200 are listed.", "2 more are not listed.")
        page.barred = "You saved it."
        (page.noteProblem, page.pointerProblem, page.commentProblem) = ("Enter a text.", "No element.", "Too long.")
        (page.requestNoteProblem, page.peopleProblem) = ("Too long.", "Ana cannot review.")
        return page
    }()

    static let sampleSummary = ReviewSummary(
        revision: 2, hash: "abc", policy: ApprovalPolicy(required: 1), base: 1, contributors: ["ana"],
        request: Review(
            id: 1, feature: "home.offers", revision: 2, note: "Please", people: ["lea"], roles: [],
            author: Actor(accountID: 1, name: "ana"), createdAt: TimeLabel.sampleDate),
        verdicts: [
            Approval(
                revision: 2, hash: "abc", verdict: .approved, note: "Good", author: Actor(accountID: 1, name: "ana"),
                createdAt: TimeLabel.sampleDate)
        ])
}

extension ReviewPage.VerdictRow {
    init(_ approval: Approval, _ summary: ReviewSummary, clock: Clock) {
        who = approval.author.name
        when = clock.when(approval.createdAt)
        let state: ReviewState = approval.verdict == .approved ? .approved : .changesRequested
        (word, badge, note) = (state.title, state.badge, approval.note.nonEmpty)
        discount = ReviewWords.discount(of: approval, summary)
    }
}

/// A comment on a revision, with the position of its element in the revision that the page shows.
struct ReviewCommentRow: Sendable {
    var who: String
    var when: TimeLabel
    var text: String
    /// The number of the revision that was commented on; nil for the one that the page shows.
    var revision: Int?
    /// The pointer in the shown revision, or the original one if the element was not found.
    var pointer: Markup
    /// True for a comment on the whole document.
    var isWhole: Bool
    /// True if the shown revision no longer has the element.
    var isGone: Bool
    var lineHref: String?
    var line: Int

    /// Creates the row; `pointer` is nil if the element was not found. `isFollowed` is false if the element was not
    /// searched for, because one of the two revisions is not JSON, or because the commented one is too old.
    init(
        _ comment: ReviewComment, pointer: String?, isFollowed: Bool = true, line: Int?, of feature: String,
        shownOn revision: Int, clock: Clock
    ) {
        who = comment.author.name
        when = clock.when(comment.createdAt)
        text = comment.text
        self.revision = comment.revision == revision ? nil : comment.revision
        self.pointer = Markup(pointer: pointer ?? comment.pointer)
        isWhole = comment.pointer.isEmpty
        isGone = isFollowed && pointer == nil && !isWhole
        lineHref = line.map { Paths.revision(of: feature, revision) + "#L\($0)" }
        self.line = line ?? 0
    }

    static let sample = ReviewCommentRow(
        ReviewComment(
            id: 1, revision: 1, pointer: "/title", text: "Too long?", author: Actor(accountID: 1, name: "lea"),
            createdAt: TimeLabel.sampleDate), pointer: "/title", line: 3, of: "home.offers", shownOn: 2,
        clock: Clock(now: TimeLabel.sampleDate))
}

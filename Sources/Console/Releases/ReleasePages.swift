import JSONText
import Preview

/// The page of all releases.
struct ReleaseIndexPage: Page {
    static let template = "releases/index"
    var chrome: Chrome
    var hasReleases: Bool
    var releases: [ReleaseRow]
    var olderHref: String?
    /// The address for rolling back everything since a point in time; nil if the signed-in person may not publish.
    var rollbackHref: String?
    /// A sentence about scheduled releases that failed; nil if there are none.
    var failed: String?
    /// The rollouts that wait for a person.
    var rolloutNotices: [RolloutNotice] = []

    static let sample = ReleaseIndexPage(
        chrome: .sample, hasReleases: true, releases: [.sample], olderHref: "/releases?before=4",
        rollbackHref: "/rollbacks/new", failed: "1 scheduled release failed.",
        rolloutNotices: [.sample])
}

/// The page for publishing a revision: the form and, after the dry run, the changes that publishing would make.
struct PublishPage: Page {
    static let template = "releases/new"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    /// The address of the page itself, to which the form is sent for review.
    var newHref: String
    /// The address that publishes. Its query contains the live release that the page showed, the idempotency key and
    /// the reviewed fields; the page's own address does not contain them, so that it can be shared.
    var confirmHref: String
    /// The revisions to choose from: the newest ones and the chosen one.
    var revisions: [Choice]
    /// A sentence that says that older revisions are not offered, and how to publish one; nil if all are offered.
    var revisionsCut: String?
    var platforms: [PlatformChoice]
    /// A sentence with the lowest versions that support the chosen revision; nil if it is not valid or none is chosen.
    var minimum: String?
    var reason: String
    /// True if a reason is required, because clients get another revision than they fetched recently, all at once.
    var needsReason = false
    var reasonProblem: String?
    /// The times at which the revision is published and ends, as typed.
    var at = ""
    var atProblem: String?
    var atHasFocus = false
    var end = ""
    var endProblem: String?
    var endHasFocus = false
    /// The time at which the page was rendered.
    var now = ""
    /// The choices of how clients get the revision: everybody at once, or in steps by one of the plans.
    var plans: [Choice] = []
    /// The steps of the chosen plan; empty if there is none.
    var steps: [String] = []
    /// True if a time is typed, so that the fields for the times are shown open.
    var isTimed = false
    /// A sentence about how long caches may serve the old response.
    var caching = CacheWords.edition()
    var isConfirmable = false
    /// Sentences about the schedules and rollout steps that are due before the chosen time.
    var remarks: [String] = []
    /// A sentence about what clients get after the planned end; nil if the release has none.
    var ending: String?
    /// A sentence about the recent fetches that would get another response; nil before the dry run, and if the fetches
    /// were not counted.
    var reach: String?
    /// True if the feature's name must be typed.
    var needsName = false
    /// The label of the field for the name, with the cause; nil if the name need not be typed.
    var nameLabel: String?
    var confirmation = ""
    /// The error beside the field for the name, which equals `nameLabel`; nil unless the name is missing or wrong.
    var nameProblem: String?
    var nameHasFocus = false
    var confirmLabel = ""
    /// True if the button schedules the release for a time instead of publishing now.
    var isScheduled = false
    /// True if the heading of the changes or the refusal has the focus when the page opens, instead of a field.
    var answerHasFocus = false
    /// True to offer publishing without the required approvals.
    var offersBreakGlass = false
    var breaksGlass = false
    /// True if approvals are missing.
    var needsApproval = false
    /// The address of the chosen revision's review; nil before the dry run.
    var reviewHref: String?
    var isRefused = false
    var refusal = ""
    var problems: [ProblemRow] = []
    var hasWarnings = false
    var hasChanges = false
    var changes: [Change] = []
    /// The sentence that is shown if there are no changes.
    var noChanges = ""
    /// The differences of the revisions that clients get before and after; empty before the dry run.
    var differences = ReleaseDifferences()
    var hasProofs = false
    /// The results of checking if registered builds can decode the editions.
    var proofs: [ProofRow] = []
    var mapHeading: String
    var map: VersionMap

    static let sample = PublishPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        newHref: "/features/home.offers/releases/new",
        confirmHref: "/features/home.offers/releases?expected=4&key=key",
        revisions: Choice.sample,
        revisionsCut: "Older revisions are not offered.", platforms: PlatformChoice.sample,
        minimum: "Revision 2 can be shown from 6.0 on.",
        reason: "Spring", needsReason: true, reasonProblem: "Enter a reason.", at: "2026-11-24T08:00",
        atProblem: "Not a time.", end: "2026-11-25T08:00",
        endProblem: "Not a time.", now: "2026-11-24 07:00 UTC", plans: Choice.sample,
        steps: ["1 % of clients for 60 minutes"], isTimed: true, isConfirmable: true,
        remarks: ["Includes the releases scheduled until then (schedule 4)."], ending: "It ends on Friday.",
        reach: "Half of all fetches.", needsName: true, nameLabel: "Type it.", confirmation: "home",
        nameProblem: "Type it.", confirmLabel: "Publish revision 2", offersBreakGlass: true,
        breaksGlass: true, needsApproval: true, reviewHref: "/features/home.offers/revisions/2/review",
        isRefused: true,
        refusal: "This cannot be published yet.", problems: [.sample], hasWarnings: true, hasChanges: true,
        changes: Change.sample, noChanges: "No change.", differences: .sample, hasProofs: true, proofs: [.sample],
        mapHeading: "Clients get now", map: .sample)
}

/// A reason for a refusal, or a warning.
struct ProblemRow: Sendable {
    /// `line:column`; “–” if the problem has no line.
    var place: String
    /// The pieces of the sentence; text between backticks is code.
    var words: [MessagePiece]
    var pointer: Markup?
    var versions: String?
    var link: Link?
    /// True for a warning, which prevents nothing.
    var isWarning: Bool
    /// A sentence about the choices for which a warning is true; nil if it is true for all choices of its page.
    var condition: String?

    /// A link to the line in the revision's text.
    struct Link: Sendable {
        var href: String
        var label: String
    }

    static let sample = ProblemRow(
        place: "8:15", words: MessagePiece.pieces(of: "Needs 6.0, because `size` is `xxl`."),
        pointer: Markup(pointer: "/content/0"),
        versions: "Met from 6.0 on.",
        link: Link(href: "/features/home.offers/revisions/2#L8", label: "Show line 8"), isWarning: true,
        condition: "Only if you choose iOS.")
}

/// The page about a conflict: other releases changed the feature while a page about it was open, so the request of that
/// page was refused.
struct ReleaseConflictPage: Page {
    static let template = "releases/conflict"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var sentence: String
    var advice: String
    var releases: [ReleaseRow]
    var map: VersionMap
    var retryHref: String
    var retryLabel: String

    static let sample = ReleaseConflictPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        sentence: "Release 5 was made while you looked.", advice: "Check what clients get now.", releases: [.sample],
        map: .sample,
        retryHref: "/features/home.offers/releases/new", retryLabel: "Publish again")
}

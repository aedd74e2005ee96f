import Publishing

/// The page of one feature: what clients get, its releases and its revisions.
struct FeaturePage: Page {
    static let template = "features/show"
    var chrome: Chrome
    var name: String
    var href: String
    var kind: String
    /// The text of the badge if the feature is switched off on all platforms or some; nil otherwise.
    var switchedOff: String?
    var settingsHref: String
    var labels: Labels?
    /// A sentence about who archived the feature and when; nil if it is not archived.
    var archived: String?
    var editorHref: String
    /// True if the signed-in person may save revisions.
    var mayEdit = false
    var historyHref: String
    /// The address of the test data; nil if the feature's documents are not forms or questionnaires.
    var fillingsHref: String?
    /// The address of the page that publishes the newest revision.
    var publishHref: String
    var switchOffHref: String
    var switchOnHref: String
    var mayPublish: Bool
    var maySwitchOff: Bool
    var maySwitchOn: Bool
    /// A sentence that names the newest release of the feature; nil before the first.
    var liveSince: String?
    var map: VersionMap
    /// The live rules, including those of switched-off platforms.
    var rules: [RuleRow] = [] {
        didSet { hasRules = !rules.isEmpty }
    }
    private(set) var hasRules = false
    var hasProofs = false
    /// The rows that say if registered builds can decode the live editions; empty if no build was compared.
    var proofs: [ProofRow] = []
    var question: ClientQuestion
    var hasReleases: Bool
    var releases: [ReleaseRow]
    var hasRevisions: Bool
    var revisions: [RevisionRow]
    /// The open rollouts of the feature, and each halted one until one of its features is released again.
    var rolloutNotices: [RolloutNotice] = []
    /// The open schedules of the feature that are due first.
    var scheduleNotices: [ScheduleNotice] = []
    /// A sentence about the open schedules that are not shown; nil if there are none.
    var schedulesCut: String?
    /// Sentences about live revisions that were published without the required approvals and still lack them.
    var bypasses: [Bypass] = []
    var presence: PresenceView?
    var policiesHref: String
    var policy: String = ""
    var mayChangePolicy = false
    var policyChoices: [Choice] = []
    /// The documents that refer to the feature.
    var uses: [UseRow]
    /// A sentence about the references that are not listed; nil if there are none.
    var usesCut: String?
    var isUsed: Bool
    /// The address of the page with the preview links and the tokens of test devices.
    var linksHref: String
    /// The recent fetches; nil if no client requested the feature and no revision was live long enough to expect a
    /// fetch.
    var reads: ReadsView?
    /// The failures that apps have reported because they could not show the feature's documents: those of the newest
    /// revision first, at most `FailureRow.limit`.
    var failures: [FailureRow] = [] {
        didSet { hasFailures = !failures.isEmpty }
    }
    private(set) var hasFailures = false

    init(
        chrome: Chrome, name: String, kind: String, isFilled: Bool, switchedOff: String?, newest: Int?,
        mayPublish: Bool,
        isLive: Bool, liveSince: String?, map: VersionMap, proofs: [ProofRow], question: ClientQuestion,
        releases: [ReleaseRow],
        revisions: [RevisionRow], uses: [UseRow]
    ) {
        self.chrome = chrome
        self.name = name
        self.kind = kind
        self.switchedOff = switchedOff
        self.mayPublish = mayPublish && newest != nil
        self.liveSince = liveSince
        self.map = map
        self.proofs = proofs
        hasProofs = !proofs.isEmpty
        self.question = question
        self.releases = releases
        self.revisions = revisions
        self.uses = uses
        isUsed = !uses.isEmpty
        href = Paths.feature(name)
        settingsHref = Paths.settings(of: name)
        policiesHref = Paths.policies(of: name)
        editorHref = Paths.editor(of: name)
        linksHref = Paths.links(of: name)
        historyHref = Paths.revisions(of: name)
        fillingsHref = isFilled ? Paths.fillings(of: name) : nil
        publishHref = Paths.newRelease(of: name, revision: newest)
        switchOffHref = Paths.newSwitchOff(of: name)
        switchOnHref = Paths.newSwitchOn(of: name)
        maySwitchOff = mayPublish && isLive
        maySwitchOn = mayPublish && switchedOff != nil
        hasReleases = !releases.isEmpty
        hasRevisions = !revisions.isEmpty
    }

    /// The owner and the tags.
    struct Labels: Sendable {
        var owner: String?
        var tags: [FeatureRow.Tag]
    }

    /// A live revision that was published without the required approvals.
    struct Bypass: Sendable {
        var sentence: String
        var reason: String
        var href: String
    }

    static let sample: FeaturePage = {
        var page = FeaturePage(
            chrome: .sample, name: "home.offers", kind: "Screen", isFilled: true, switchedOff: "Switched off",
            newest: 2, mayPublish: true, isLive: true, liveSince: "Since release 4.", map: .sample, proofs: [.sample],
            question: .sample, releases: [.sample], revisions: [.sample], uses: [.sample])
        page.bypasses = [
            Bypass(
                sentence: "Published without approvals.", reason: "Down",
                href: "/features/home.offers/revisions/2/review")
        ]
        page.rolloutNotices = [.sample]
        (page.scheduleNotices, page.schedulesCut) = ([.sample], "Only the next 5 are shown.")
        page.policyChoices = Choice.sample
        page.presence = .sample
        page.labels = Labels(owner: "Growth", tags: [FeatureRow.Tag("spring")])
        page.archived = "Archived by mira."
        page.failures = [.sample]
        page.rules = RuleRow.sample
        page.reads = .sample
        page.usesCut = "Only the first 200 are listed."
        return page
    }()
}

/// A reference to the feature at a place in a document.
struct UseRow: Sendable {
    var feature: String
    var href: String
    var revision: Int
    var revisionHref: String
    var isLive: Bool
    var isNewest: Bool
    var pointer: String
    var line: Int

    init(_ use: FeatureUse) {
        feature = use.feature
        href = Paths.feature(use.feature)
        revision = use.revision
        revisionHref = Paths.revision(of: use.feature, use.revision)
        isLive = use.isLive
        isNewest = use.isNewest
        pointer = use.pointer
        line = use.line
    }

    static let sample = UseRow(
        FeatureUse(
            feature: "cards.flow", name: "home.offers", kind: "/modules/ModuleFlow", revision: 3, isLive: true,
            isNewest: true, pointer: "/modules/0/content/feature", line: 4))
}

/// The question “What does this client get?” with its form and answer.
struct ClientQuestion: Sendable {
    var platforms: [Choice]
    var clientVersion = ""
    /// The time of the question, as typed; empty for now.
    var at = ""
    var problem: String?
    var answer: Answer?

    /// The answer for the client, with the reason.
    struct Answer: Sendable {
        var kind: String
        var icon: String
        var sentence: String
        var because: String
        /// A sentence that says if registered builds can decode the edition; nil if the client gets none.
        var proof: String?
        /// Sentences about the schedules that are included, and about the schedules and rollout steps that would be
        /// refused.
        var remarks: [String] = []
        var edition: Edition?
    }

    /// The edition that the client gets.
    struct Edition: Sendable {
        var hash: String
        var revision: Int
        var href: String
        /// The client's request to the read API.
        var request: String
    }

    static let sample = ClientQuestion(
        platforms: Choice.sample, clientVersion: "5.3.1", at: "2026-11-24T08:00", problem: "Not a version.",
        answer: Answer(
            kind: "ok", icon: "check", sentence: "Revision 1.", because: "The rule from 5.2.",
            proof: "Proven from 5.2 on.", remarks: ["Includes schedule 1."],
            edition: Edition(hash: "abc", revision: 1, href: "/features/home.offers/revisions/1", request: "GET /v1")))
}

import Publishing

/// The page of a feature's revisions, newest first.
struct HistoryPage: Page {
    static let template = "revisions/index"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var editorHref: String
    /// True if the signed-in person may save revisions.
    var mayEdit: Bool
    var hasRevisions: Bool
    var revisions: [RevisionRow]
    var olderHref: String?

    init(chrome: Chrome, feature: String, mayEdit: Bool, revisions: [RevisionRow], olderHref: String?) {
        self.chrome = chrome
        self.feature = feature
        self.mayEdit = mayEdit
        self.revisions = revisions
        self.olderHref = olderHref
        featureHref = Paths.feature(feature)
        editorHref = Paths.editor(of: feature)
        hasRevisions = !revisions.isEmpty
    }

    static let sample = HistoryPage(
        chrome: .sample, feature: "home.offers", mayEdit: true, revisions: [.sample],
        olderHref: "/features/home.offers/revisions?before=2")
}

/// The page of one revision: its exact text, problems and preview.
struct RevisionPage: Page {
    static let template = "revisions/show"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var historyHref: String
    var editorHref: String
    var publishHref: String?
    var reviewHref: String
    /// The state of the revision's review, as a label; nil for a draft.
    var review: String?
    var reviewBadge: String
    /// The address of the comparison of the live document with this revision; nil if no client gets the feature.
    var compareHref: String?
    var href: String
    var number: Int
    /// The label of a revision that clients get; nil for others.
    var live: String?
    var who: String
    var when: TimeLabel
    var name: String?
    var namesHref: String
    /// True if the signed-in person may save revisions and name them.
    var mayEdit = false
    /// The name in the form: the present one, or one that was refused.
    var typedName: String
    var nameProblem: String?
    var note: String?
    var schemaRelease: Int
    var hash: String
    var findings: Findings
    var listing: Listing
    var panel: PreviewPanel

    init(
        chrome: Chrome, feature: String, row: RevisionRow, schemaRelease: Int, hash: String, findings: Findings,
        listing: Listing, panel: PreviewPanel
    ) {
        self.chrome = chrome
        self.feature = feature
        self.schemaRelease = schemaRelease
        self.hash = hash
        self.findings = findings
        self.listing = listing
        self.panel = panel
        (number, href, note, who, when, live) = (row.number, row.href, row.note, row.who, row.when, row.live)
        name = row.name
        typedName = row.name ?? ""
        namesHref = Paths.names(of: feature, row.number)
        publishHref = row.publishHref
        (reviewHref, review, reviewBadge) = (row.reviewHref, row.review, row.reviewBadge)
        featureHref = Paths.feature(feature)
        historyHref = Paths.revisions(of: feature)
        editorHref = Paths.editor(of: feature, from: row.number)
    }

    static let sample: RevisionPage = {
        var page = RevisionPage(
            chrome: .sample, feature: "home.offers", row: .sample, schemaRelease: 1, hash: "abc", findings: .sample,
            listing: .sample, panel: .sample)
        page.nameProblem = "Too long."
        page.compareHref = "/features/home.offers/comparison?a=live&b=2"
        return page
    }()
}

/// The page of a save conflict. It offers a merge of both texts or, if they cannot be merged, shows both. Nothing is
/// overwritten.
struct RevisionConflictPage: Page {
    static let template = "revisions/conflict"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var editorHref: String
    var checksHref: String
    var revisionsHref: String
    var mergesHref: String
    var heading: String
    /// True if the signed-in person also saved the newest revision without an API token, for example in another window.
    var isOwn: Bool
    /// The address of the comparison of two revisions: the newest that the author saw, and the newest one now. Nil if
    /// the author saw none.
    var compareHref: String?
    var head: Int
    var next: Int
    var who: String
    var when: TimeLabel
    /// The revision that the text is based on, or an empty document, in words.
    var startedFrom: String
    /// The ``DraftAuthorToken`` of the account whose text this is.
    var author: String
    /// The id of the editor page whose working copy the server stores; empty if unknown.
    var editor: String
    /// The newest revision that the text's author saw; 0 for none.
    var parent: Int
    /// The revision that the text is based on; 0 for none.
    var started: Int
    /// The merge; nil if the texts cannot be merged.
    var merge: Merge?
    var mine: String
    var theirs: String
    var note: String
    /// The name typed for the next revision; empty for none.
    var revisionName: String

    /// A merge, with the places that both sides changed.
    struct Merge: Sendable {
        var heading: String
        var hasPlaces: Bool
        var places: [ConflictPlace]
        /// The differences of the merged text from the newest revision; nil if there are conflicts to resolve.
        var differences: Differences?
        /// The reason why the choices were refused; nil for none.
        var problem: String?

        init(places: [ConflictPlace], differences: Differences?, problem: String?) {
            self.places = places
            self.differences = differences
            self.problem = problem
            hasPlaces = !places.isEmpty
            heading = Texts["revisions.places-changed", ["count": places.count]]
        }
    }

    init(
        chrome: Chrome, feature: String, heading: String, isOwn: Bool, head: Int, who: String, when: TimeLabel,
        startedFrom: String, author: String, editor: String, parent: Int, started: Int, merge: Merge?, mine: String,
        theirs: String,
        note: String, revisionName: String
    ) {
        self.chrome = chrome
        self.feature = feature
        self.heading = heading
        self.isOwn = isOwn
        self.head = head
        self.who = who
        self.when = when
        self.startedFrom = startedFrom
        self.author = author
        self.editor = editor
        self.parent = parent
        self.started = started
        self.merge = merge
        self.mine = mine
        self.theirs = theirs
        self.note = note
        self.revisionName = revisionName
        next = head + 1
        featureHref = Paths.feature(feature)
        editorHref = Paths.editor(of: feature)
        checksHref = Paths.checks(of: feature)
        revisionsHref = Paths.revisions(of: feature)
        mergesHref = Paths.merges(of: feature)
        compareHref = parent > 0 ? Paths.comparison(of: feature, .revision(parent), .revision(head)) : nil
    }

    static let sample = RevisionConflictPage(
        chrome: .sample, feature: "home.offers", heading: "Someone saved before you", isOwn: false, head: 3,
        who: "ana", when: .sample, startedFrom: "revision 2",
        author: "1.code", editor: "token", parent: 2, started: 2,
        merge: Merge(places: [.sample], differences: .sample, problem: "Choose a side for each place."), mine: "{}",
        theirs: "[]", note: "New title", revisionName: "Spring")
}

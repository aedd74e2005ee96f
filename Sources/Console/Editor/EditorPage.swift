import Publishing

/// The editor page: text, problems, preview.
struct EditorPage: Page {
    static let template = "editor/show"

    /// A link to a review.
    struct Review: Sendable {
        var href: String
        var label: String

        static let sample = Review(href: "/features/home.offers/revisions/2/review", label: "Request review…")
    }

    var chrome: Chrome
    var component: EditorComponent?
    var feature: String
    var featureHref: String
    var kind: String
    var heading: String
    var checksHref: String
    var revisionsHref: String
    /// The address that compares the text with the revision it is based on.
    var comparisonsHref: String
    /// The address that publishes the saved revision; nil if it is invalid or the reader may not.
    var publishHref: String?
    /// The link to the saved revision's review, where publishing needs others; nil if it does not.
    var review: Review?
    /// The signed mark of the account whose text this is.
    var author: String
    /// The random id of this editor; the server keeps the working copy under it.
    var editor: String
    /// A kept text that the page does not show; nil if there is none.
    var copy: Copy?
    var presence: PresenceView
    /// The key under which the browser keeps the unsaved text: account id, colon, feature.
    var recoveryKey: String
    /// The key of the text in the preview; nil if it shows none.
    var shown: String?
    /// The badge if the preview shows another text because this one has a syntax error; nil otherwise.
    var stale: String?
    /// True if the text differs from the revision it is based on.
    var isDirty: Bool
    /// The newest revision that a save expects; 0 before the first one.
    var parent: Int
    /// The revision that the text is based on; 0 for none.
    var started: Int
    var next: Int
    var note: String
    /// The name typed for the next revision; empty for none.
    var revisionName: String
    var text: String
    var isEmpty: Bool
    var maySave: Bool
    var findings: Findings
    var look: PreviewLook

    static let sample = EditorPage(
        chrome: .sample, component: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        kind: "Screen",
        heading: "Edit revision 2", checksHref: "/features/home.offers/checks",
        revisionsHref: "/features/home.offers/revisions",
        comparisonsHref: "/features/home.offers/texts/comparisons",
        publishHref: "/features/home.offers/releases/new?revision=2", review: .sample,
        author: "1.code", editor: "token",
        copy: Copy(
            WorkingCopy(
                editor: "other", bytes: [], parent: 1, started: 1, note: "", changedAt: When.sampleDate),
            of: "home.offers", clock: Clock(now: When.sampleDate)), presence: .sample, recoveryKey: "1:1",
        shown: "0123", stale: "Syntax error: showing revision 1",
        isDirty: true, parent: 2, started: 2, next: 3,
        note: "New title", revisionName: "Spring", text: "{}",
        isEmpty: true, maySave: true, findings: .sample, look: .sample)
}

import Publishing

/// The editor page: the text, its problems and its preview.
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
    /// The address to which the form posts the text to compare it with the revision that it is based on.
    var comparisonsHref: String
    /// The address of the page that publishes the saved revision; nil if the text has unsaved changes, if the revision
    /// is invalid or if the signed-in person may not publish.
    var publishHref: String?
    /// The link to the saved revision's review. Nil if the text has unsaved changes or the revision is invalid; also
    /// nil if the signed-in person may publish and the feature requires no approvals.
    var review: Review?
    /// The ``DraftAuthorToken`` of the account whose text this is.
    var author: String
    /// The random id of this editor page, under which the server stores the working copy.
    var editor: String
    /// The account's working copies with other texts than the page's, the last changed first.
    var copies: [Copy]
    var presence: PresenceView
    /// The key under which the browser stores the unsaved text: the account's id, a colon and the feature's id.
    var recoveryKey: String
    /// The key of the text in the preview, in ``UnsavedTexts``; nil if the preview shows a revision or no readable
    /// text.
    var shown: String?
    /// The text of a badge that says which other text the preview shows, because the text in the editor has a syntax
    /// error; nil if the preview shows the text in the editor.
    var stale: String?
    /// True if the text may differ from the revision that it is based on.
    var isDirty: Bool
    /// The newest revision when the person opened the text; a save expects that it still is the newest. 0 for none.
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
    var panel: PreviewPanel

    static let sample = EditorPage(
        chrome: .sample, component: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        kind: "Screen",
        heading: "Edit revision 2", checksHref: "/features/home.offers/checks",
        revisionsHref: "/features/home.offers/revisions",
        comparisonsHref: "/features/home.offers/texts/comparisons",
        publishHref: "/features/home.offers/releases/new?revision=2", review: .sample,
        author: "1.code", editor: "token",
        copies: [
            Copy(
                WorkingCopy(
                    editor: "other", bytes: [], parent: 1, started: 1, note: "", changedAt: TimeLabel.sampleDate),
                of: "home.offers", clock: Clock(now: TimeLabel.sampleDate))
        ], presence: .sample, recoveryKey: "1:1",
        shown: "0123", stale: "Syntax error: showing revision 1",
        isDirty: true, parent: 2, started: 2, next: 3,
        note: "New title", revisionName: "Spring", text: "{}",
        isEmpty: true, maySave: true, findings: .sample, panel: .sample)
}

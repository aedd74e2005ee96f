/// The sign-in page.
struct SignInPage: Page {
    static let template = "sessions/new"
    var chrome: Chrome
    var name = ""
    /// The path of the page to return to.
    var returnPath = "/"
    var problem: String?
    /// The feature whose unsaved text the form contains; nil if it contains none.
    var keptFeature: String?
    /// The hidden fields with the text.
    var kept: [HiddenField] = []

    static let sample = SignInPage(
        chrome: .sample, name: "ana", returnPath: "/features", problem: "Wrong.", keptFeature: "home.offers",
        kept: [HiddenField(name: "text", value: "{}")])
}

extension SignInPage {
    /// Adds an unsaved text to the form, so that signing in does not lose it.
    mutating func hold(_ draft: ExpiredSessionDraft) {
        keptFeature = draft.feature
        kept = draft.fields
    }
}

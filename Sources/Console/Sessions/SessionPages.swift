/// Signing in.
struct SignInPage: Page {
    static let template = "sessions/new"
    var chrome: Chrome
    var name = ""
    /// Where to go afterwards.
    var returnPath = "/"
    var problem: String?
    /// The feature whose unsaved text the form holds; nil when it holds none.
    var keptFeature: String?
    /// The fields that hold the text.
    var kept: [HiddenField] = []

    static let sample = SignInPage(
        chrome: .sample, name: "ana", returnPath: "/features", problem: "Wrong.", keptFeature: "home.offers",
        kept: [HiddenField(name: "text", value: "{}")])
}

extension SignInPage {
    /// Makes the form carry a text on.
    mutating func hold(_ draft: KeptDraft) {
        keptFeature = draft.feature
        kept = draft.fields
    }
}

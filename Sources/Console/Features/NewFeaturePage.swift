/// The page with the form that creates a feature.
struct NewFeaturePage: Page {
    static let template = "features/new"
    var chrome: Chrome
    var name = ""
    var problem: String?
    var kinds: [Kind]
    var kindProblem: String?

    /// A document kind in the form.
    struct Kind: Sendable {
        var id: String
        var name: String
        var description: String
        var isChosen: Bool
    }

    static let sample = NewFeaturePage(
        chrome: .sample, name: "home.offers", problem: "Taken.",
        kinds: [Kind(id: "/screens/Screen", name: "Screen", description: "A whole screen.", isChosen: true)],
        kindProblem: "Choose one.")
}

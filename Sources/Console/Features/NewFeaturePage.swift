/// The page for naming a new feature and choosing its document kind.
struct NewFeaturePage: Page {
    static let template = "features/new"
    var chrome: Chrome
    var name = ""
    var problem: String?
    var kinds: [Kind]
    var kindProblem: String?

    /// A document kind to choose.
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

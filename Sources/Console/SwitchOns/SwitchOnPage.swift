/// The page for switching a feature on again: the platforms, what resumes, and the reason.
struct SwitchOnPage: Page {
    static let template = "switch_ons/new"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var href: String
    var newHref: String
    /// The chosen platform; empty for all that are switched off.
    var platform: String
    var expected: Int
    var key: String
    var platforms: [Choice]
    var map: VersionMap
    var changes: [Change]
    /// A sentence for each platform about the rules that resume.
    var resumptions: [String]
    var hasWarnings: Bool
    /// The warnings about the release.
    var problems: [ProblemRow]
    var reason: String
    var reasonProblem: String?
    /// A sentence about how long caches may still serve a 410 response.
    var caching = CacheWords.absence()

    static let sample = SwitchOnPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        href: "/features/home.offers/switch-ons", newHref: "/features/home.offers/switch-ons/new", platform: "ios",
        expected: 4, key: "key", platforms: Choice.sample, map: .sample, changes: Change.sample,
        resumptions: ["iOS switches back on; the rule from 1.0 (revision 1) resumes."], hasWarnings: true,
        problems: [.sample], reason: "Fixed", reasonProblem: "Say why.")
}

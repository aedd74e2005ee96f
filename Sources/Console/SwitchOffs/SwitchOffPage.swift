/// The page for switching a feature off on one or all platforms.
struct SwitchOffPage: Page {
    static let template = "switch_offs/new"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var href: String
    var expected: Int
    var key: String
    var map: VersionMap
    var hasWarnings: Bool
    /// The warnings about a switch-off on all platforms, such as those about documents that use the feature. Each says
    /// for which platforms it is true, because the person chooses the platform on this page.
    var problems: [ProblemRow]
    var platforms: [Choice]
    var reason: String
    var reasonProblem: String?
    var confirmation: String
    var confirmationProblem: String?
    /// A hint about the choices that require typing the name.
    var confirmationHint: String
    /// A sentence about how long caches may serve the old response.
    var caching = CacheWords.edition()

    static let sample = SwitchOffPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        href: "/features/home.offers/switch-offs", expected: 4, key: "key", map: .sample, hasWarnings: true,
        problems: [.sample], platforms: Choice.sample,
        reason: "Crashes", reasonProblem: "Say why.", confirmation: "home", confirmationProblem: "Not the name.",
        confirmationHint: "Needed for all platforms.")
}

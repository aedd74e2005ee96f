/// Rolling a feature back: what clients get now and afterwards, and why.
struct RollbackPage: Page {
    static let template = "rollbacks/new"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var href: String
    var newHref: String
    var to: Int
    var expected: Int
    var key: String
    var choices: [Choice]
    var before: Side
    var after: Side
    var hasChanges: Bool
    var changes: [Change]
    var hasWarnings: Bool
    var problems: [ProblemRow]
    var reason: String
    var reasonProblem: String?
    var confirmLabel: String
    /// How long caches may still answer as before.
    var caching = CacheWords.edition

    /// A version map, before or after.
    struct Side: Sendable {
        var map: VersionMap
    }

    static let sample = RollbackPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        href: "/features/home.offers/rollbacks", newHref: "/features/home.offers/rollbacks/new", to: 3, expected: 4,
        key: "key", choices: Choice.sample, before: Side(map: .sample), after: Side(map: .sample), hasChanges: true,
        changes: Change.sample, hasWarnings: true, problems: [.sample], reason: "Wrong rate",
        reasonProblem: "Say why.", confirmLabel: "Roll back to release 3")
}

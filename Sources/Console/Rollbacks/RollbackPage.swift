/// The page for rolling a feature back: what clients get before and after, and the reason.
struct RollbackPage: Page {
    static let template = "rollbacks/new"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var href: String
    var newHref: String
    /// The number of the release to which the feature is rolled back; 0 for the state before its first release.
    var to: Int
    var expected = 0
    var key = ""
    var choices: [Choice]
    var before: Side
    var after: Side
    var hasChanges: Bool
    var changes: [Change]
    var hasWarnings: Bool
    var problems: [ProblemRow]
    var reason = ""
    var confirmLabel: String
    /// The differences of the revisions that clients get before and after the rollback.
    var differences = ReleaseDifferences()
    /// A sentence about the recent fetches that would get another response; nil if they were not counted.
    var reach: String?
    /// Sentences about the new release, and about how long caches may serve the old response.
    var hint = ""

    /// The version map before or after the rollback.
    struct Side: Sendable {
        var map: VersionMap
    }

    static let sample = RollbackPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        href: "/features/home.offers/rollbacks", newHref: "/features/home.offers/rollbacks/new",
        to: 3, expected: 4,
        key: "key", choices: Choice.sample, before: Side(map: .sample), after: Side(map: .sample), hasChanges: true,
        changes: Change.sample, hasWarnings: true, problems: [.sample], reason: "Wrong rate",
        confirmLabel: "Roll back to release 3",
        differences: .sample, reach: "Half of all fetches.")
}

import Publishing
import SchemaRepository

/// The page for removing a rule: what clients get without it, and the reason.
struct RemovalPage: Page {
    static let template = "removals/new"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    var href: String
    var platform: String
    var from: String
    var revision: Int
    var expected: Int
    var key: String
    /// The rule in words.
    var rule: String
    /// A sentence for each range of versions whose clients get something else; empty if nobody does.
    var sentences: [String]
    /// True if some client on the rule's platform gets something else.
    var hasChanges: Bool
    var changes: [Change]
    var hasWarnings: Bool
    var problems: [ProblemRow]
    var map: VersionMap
    var reason: String
    var reasonProblem: String?
    var confirmLabel: String
    /// The label of the field for the feature's name, with the cause; nil if the name need not be typed.
    var nameLabel: String?
    var confirmation = ""
    var nameProblem: String?
    /// A sentence about the recent fetches that would get another response; nil if they were not counted.
    var reach: String?
    /// The feature's open rollouts, because a step of a rollout may publish the rule again, and its halted rollouts if
    /// the feature was not released since.
    var rolloutNotices: [RolloutNotice] = []
    /// A sentence about how long caches may serve the old response.
    var caching = CacheWords.edition()

    /// Returns a sentence for each range of versions on a platform whose clients get another result in the table
    /// `after` than in the table `before`.
    static func sentences(
        _ before: LiveTable, _ after: LiveTable, on platform: String, titled title: String
    ) -> [String] {
        let starts = before.breakpoints(and: after)
        let runs = VersionRun.merging(starts) { start -> String? in
            let outcome = after.outcome(on: platform, at: start)
            return before.outcome(on: platform, at: start) == outcome ? nil : outcome.words
        }
        return runs.compactMap { run in
            run.value.map {
                Texts[
                    "removals.clients-get",
                    ["platform": title, "versions": VersionRange.words(run.from, run.until), "outcome": $0]]
            }
        }
    }

    static let sample = RemovalPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        href: "/features/home.offers/removals", platform: "ios", from: "9.0", revision: 2, expected: 4, key: "key",
        rule: "The rule for iOS from 9.0 (revision 2)", sentences: ["Clients on iOS from 9.0 on get revision 1."],
        hasChanges: true, changes: Change.sample, hasWarnings: true, problems: [.sample], map: .sample,
        reason: "Wrong rate",
        reasonProblem: "Say why.", confirmLabel: "Remove the rule, as release 5", nameLabel: "Nothing would stay live.",
        confirmation: "home", nameProblem: "Not the name.", reach: "Half of all fetches.",
        rolloutNotices: [.sample])
}

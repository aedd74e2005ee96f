import Publishing

/// The page for stopping a rollout: what clients get after that, and the reason.
struct RolloutStopPage: Page {
    static let template = "rollouts/stop"
    var chrome: Chrome
    var title: String
    var href: String
    /// The share of clients that the rollout reaches, its step and its state.
    var rollout: String
    /// The rules that the rollout publishes; with the names of their features if there are several features.
    var rules: [String]
    var parts: [Part]
    /// True if stopping creates a release; otherwise clients get the same as before.
    var hasRelease: Bool
    var hasWarnings: Bool
    var problems: [ProblemRow]
    /// The newest release when the page was opened.
    var expected = 0
    /// True if the rules for the rollout's clients have changed while the page was open.
    var isStale = false
    var reason: String
    var confirmLabel: String
    /// The feature whose name must be typed; empty if no name must be typed.
    var name = ""
    /// The label of the field for the feature's name, with the cause; nil if the name need not be typed.
    var nameLabel: String?
    var confirmation = ""
    var nameProblem: String?
    /// A sentence about the recent fetches that would get another response; nil if they were not counted.
    var reach: String?
    /// A sentence about how long caches may serve the old response.
    var caching: String

    /// A feature, and what changes for its clients.
    struct Part: Sendable {
        var feature: String
        var href: String
        /// A sentence for each range of versions whose clients get something else; empty if nobody does.
        var sentences: [String]
        /// True if some client gets something else.
        var hasChanges: Bool
        var changes: [Change]
        var map: VersionMap

        init(_ feature: String, _ before: LiveTable, _ after: LiveTable, _ platforms: [Platform]) {
            self.feature = feature
            href = Paths.feature(feature)
            sentences = platforms.flatMap {
                RemovalPage.sentences(before, after, on: $0.name, titled: $0.title)
            }
            changes = Change.between(before, after, platforms: platforms)
            hasChanges = !changes.isEmpty
            map = VersionMap(
                after, feature: feature, platforms: platforms,
                caption: Texts["common.new-revisions-by-platform-and-client"])
        }

        static var sample: Part {
            var part = Part("home.offers", LiveTable(), .sample, [Platform(name: "ios", title: "iOS")])
            part.map = .sample
            return part
        }
    }

    static let sample = RolloutStopPage(
        chrome: .sample, title: "Stop rollout 1", href: "/rollouts/1/stops", rollout: "1 % of clients",
        rules: ["Revision 2 on iOS, from 9.0 on"],
        parts: [.sample],
        hasRelease: true, hasWarnings: true, problems: [.sample], expected: 4, isStale: true, reason: "Wrong rate",
        confirmLabel: "Stop, as release 5", name: "home.offers", nameLabel: "Nothing would stay live.",
        confirmation: "home", nameProblem: "Not the name.", reach: "Half of all fetches.", caching: "At once.")
}

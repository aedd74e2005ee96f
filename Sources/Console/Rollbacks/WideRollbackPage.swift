/// The page for rolling back a whole release, or everything since a moment.
struct WideRollbackPage: Page {
    static let template = "rollbacks/wide"

    /// The maximum number of features whose changes are listed, and of warnings.
    static let limit = 100

    var chrome: Chrome
    var title: String
    var href: String
    var newHref: String
    /// The number of the release to undo, as text; empty if everything since a moment is rolled back.
    var release: String
    /// The moment, as typed.
    var since: String
    /// The moment as the value of the field.
    var sinceField: String
    /// True if the page asks for a moment, because no release is named.
    var asksForTime: Bool
    /// The time at which the page was rendered.
    var now: String
    var isConfirmable: Bool
    /// True if something was released while the page was open.
    var isStale = false
    var features: [Part]
    /// The number of further features in the rollback, whose changes are not listed, in words; nil if all are listed.
    var others: String?
    /// The names of these further features, separated by commas.
    var otherNames: String
    var hasWarnings: Bool
    var problems: [ProblemRow]
    /// A sentence with the number of warnings that are not listed; nil for none.
    var moreWarnings: String?
    var expected = 0
    var key = ""
    var reason: String
    /// A sentence about why nothing can be rolled back, or about an invalid time; nil for none.
    var problem: String?
    var confirmLabel: String
    /// Sentences about the new release, and about how long caches may serve the old response.
    var hint = ""

    /// A feature, and what changes for its clients.
    struct Part: Sendable {
        var name: String
        var href: String
        var hasChanges: Bool
        var changes: [Change]
    }

    static let sample = WideRollbackPage(
        chrome: .sample, title: "Roll back release 4", href: "/rollbacks", newHref: "/rollbacks/new", release: "4",
        since: "2026-11-24T08:00", sinceField: "2026-11-24T08:00", asksForTime: true, now: "2026-11-24 09:00 UTC",
        isConfirmable: true, isStale: true,
        features: [Part(name: "home.offers", href: "/features/home.offers", hasChanges: true, changes: Change.sample)],
        others: "2 more features", otherNames: "home.banner, home.cards", hasWarnings: true, problems: [.sample],
        moreWarnings: "1 more is not listed.", reason: "Wrong rate", problem: "Nothing was released since.",
        confirmLabel: "Roll back as release 5")
}

/// A release in a list.
struct ReleaseRow: Sendable {
    var number: Int
    var what: String
    /// Links to the features in it; empty on a feature's own page.
    var features: [Link]
    var isCurrent: Bool
    var who: String
    var when: When
    var reason: String?
    var rollback: Rollback?

    /// A feature's name and page.
    struct Link: Sendable {
        var name: String
        var href: String
    }

    /// The way back to how it was after this release.
    struct Rollback: Sendable {
        var href: String
        var label: String
    }

    static let sample = ReleaseRow(
        number: 4, what: "Published revision 2", features: [Link(name: "home.offers", href: "/features/home.offers")],
        isCurrent: true, who: "rui", when: .sample, reason: "Spring campaign",
        rollback: Rollback(href: "/features/home.offers/rollbacks/new?to=4", label: "Roll back to release 4"))
}

/// The structural differences between the revisions that clients get before and after a release, for the page on which
/// the release is confirmed.
struct ReleaseDifferences: Sendable {
    /// The maximum number of pairs of revisions whose differences are listed on the page.
    static let mostListed = 3
    /// The maximum number of pairs that the page names.
    static let mostLinked = 20

    /// Two revisions of which some clients get the second one instead of the first.
    struct Pair: Sendable {
        /// The heading, which names both revisions.
        var title: String
        /// The address of the comparison with texts and previews.
        var href: String
        /// Nil if the page only links to the comparison, for example because a revision is not JSON.
        var differences: Differences?
    }

    var pairs: [Pair] = []
    /// A sentence about what is compared; nil without pairs.
    var hint: String?
    /// A sentence with the number of pairs that the page does not name; nil if it names all.
    var more: String?

    static let sample = ReleaseDifferences(
        pairs: [
            Pair(
                title: "Differences between revision 1 and revision 2",
                href: "/features/home.offers/comparison?a=1&b=2", differences: .sample),
            Pair(
                title: "Differences between revision 1 and revision 3",
                href: "/features/home.offers/comparison?a=1&b=3"),
        ], hint: "These are the saved texts.", more: "2 more are not listed.")
}

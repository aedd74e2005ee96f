/// The structural differences of two revisions, for a page on which a release is confirmed.
struct RevisionDifferences: Sendable {
    /// The maximum number of pairs of revisions on a page.
    static let limit = 3

    /// The heading, which names both revisions.
    var title: String
    /// The address of the comparison with texts and previews.
    var href: String
    var differences: Differences

    static let sample = RevisionDifferences(
        title: "Differences between revision 1 and revision 2", href: "/features/home.offers/comparison?a=1&b=2",
        differences: .sample)
}

/// The page that compares two texts: by structure, line by line, and as previews.
struct ComparisonPage: Page {
    static let template = "comparisons/show"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    /// The address of the form.
    var action: String
    var before: Picker
    var after: Picker
    /// The name of the feature of the second text, if the query names another feature; empty otherwise.
    var other: String
    var platforms: [Choice]
    var clientVersion: String
    /// True to ignore white space, the order of members and the spelling of numbers and strings.
    var ignoresForm: Bool
    /// A sentence that says that older revisions are not offered; nil if all are.
    var cut: String?
    /// The reason why the chosen texts cannot be compared; nil if they can.
    var problem: String?
    /// A sentence about what to do first, if nothing was chosen and there is nothing to compare by default.
    var hint: String?
    var result: Result?

    /// The fields that choose one of the two texts.
    struct Picker: Sendable {
        /// The texts to choose from, with the values of ``ComparisonPoint``; also the choice `time`.
        var points: [Choice]
        /// The UTC time in the field for the choice `time`, such as `2026-11-20T10:00`; empty for none.
        var time: String
        /// True if the feature has older revisions than those to choose from.
        var isCut = false
    }

    /// One of the two compared texts, with its preview.
    struct Side: Sendable {
        var title: String
        var feature: String
        var href: String
        var who: String?
        var when: TimeLabel?
        var frame: PreviewFrame
    }

    /// The differences of two texts.
    struct Result: Sendable {
        var left: Side
        var right: Side
        /// The structural differences; nil if a text is not JSON.
        var differences: Differences?
        var text: TextComparison
        /// A sentence about the changed elements that the previews outline; nil if there are none.
        var marks: String?
        /// A sentence that says which revisions of other features the previews show; nil if they show no other
        /// features.
        var otherFeatures: String?
        /// The address of the comparison in the other direction.
        var swapHref: String
    }

    static let sample = ComparisonPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        action: "/features/home.offers/comparison",
        before: Picker(points: Choice.sample, time: ""), after: Picker(points: Choice.sample, time: "2026-11-20T10:00"),
        other: "home.main", platforms: Choice.sample, clientVersion: "5.2", ignoresForm: true,
        cut: "Older revisions are not offered.",
        problem: "There is no revision 9.", hint: "home.offers is not live now.",
        result: Result(
            left: Side(
                title: "Revision 1", feature: "home.offers", href: "/features/home.offers/revisions/1", who: "ana",
                when: .sample, frame: .sample),
            right: Side(
                title: "Your unsaved text", feature: "home.offers", href: "/features/home.offers/editor", who: "ana",
                when: .sample, frame: .sample),
            differences: .sample, text: .sample, marks: "1 changed element is marked.",
            otherFeatures: "Other features are shown as their newest revisions, published or not.",
            swapHref: "/features/home.offers/comparison?a=2&b=1"))
}

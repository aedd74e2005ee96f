/// The page of the links to previews and of the tokens of test devices of one feature.
struct LinksPage: Page {
    static let template = "links/index"
    var chrome: Chrome
    var feature: String
    var featureHref: String
    /// The address of the form for a new token.
    var action: String
    var revisions: [Choice]
    var validities: [Choice]
    var hasLinks: Bool
    var links: [Row]
    /// The address of the links before these; nil if there are none.
    var olderHref: String?
    /// A new token, shown once.
    var made: Made?

    /// A link or a token.
    struct Row: Sendable {
        var number: Int
        var use: String
        var subject: String
        var who: String
        var made: When
        var end: String
        var state: String
        /// The kind of the state's badge.
        var kind: String
        /// The address that withdraws it; nil if it no longer counts or the reader may not.
        var withdrawHref: String?
    }

    /// A token that was created.
    struct Made: Sendable {
        /// The address that an app uses instead of the usual one.
        var address: String
        /// The address of the feature for one client.
        var example: String
        var subject: String
        var end: When
        /// The QR code; nil if the address is too long.
        var code: CodeView?
    }

    static let sample = LinksPage(
        chrome: .sample, feature: "home.offers", featureHref: "/features/home.offers",
        action: "/features/home.offers/devices", revisions: Choice.sample, validities: Choice.sample, hasLinks: true,
        links: [
            Row(
                number: 3, use: "Test device", subject: "Revision 2", who: "rui", made: .sample,
                end: "2026-11-21 12:00:00 UTC", state: "Valid", kind: "ok",
                withdrawHref: "/features/home.offers/links/3/withdrawals")
        ],
        olderHref: "/features/home.offers/links?before=3",
        made: Made(
            address: "https://galley.example/v1/devices/x", example: "https://galley.example/v1/devices/x/v1",
            subject: "Revision 2", end: .sample, code: .sample))
}

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
    /// The address of the page with older links; nil if there are none.
    var olderHref: String?
    /// The token that was just created; nil otherwise.
    var made: Made?

    /// A link or a token.
    struct Row: Sendable {
        var number: Int
        var use: String
        var subject: String
        var who: String
        var made: TimeLabel
        var end: String
        var state: String
        /// The style of the state's badge: `ok`, `bad`, or empty for a neutral badge.
        var kind: String
        /// The address that withdraws the link; nil if the link has expired or was withdrawn, or if the signed-in
        /// person may not withdraw it.
        var withdrawHref: String?
    }

    /// A token that was just created. It is shown only once, because only its hash is stored.
    struct Made: Sendable {
        /// The base URL, with the token, that an app uses in place of the read API's.
        var address: String
        /// An example: the address at which an iOS app of version 1.0 gets the feature.
        var example: String
        var subject: String
        var end: TimeLabel
        /// The QR code of `address`; nil if the address is too long.
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

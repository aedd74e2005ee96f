import QRCode

/// A link that opens a preview on a phone.
struct PreviewLinkPage: Page {
    static let template = "preview_links/show"
    var words = PreviewLinkWords()
    var chrome: Chrome
    var place: PreviewPlace
    /// Where the choice of how long goes.
    var action: String
    var kept: [HiddenField]
    var validities: [Choice]
    /// How the preview is shown, in a few words.
    var summary: String
    var address: String
    /// When it ends, for machines.
    var end: String
    var endWords: String
    /// Nil when the address is too long for one.
    var code: CodeView?
    /// What to know of a text that is not saved.
    var caution: String?
    /// What to know when the address leads to no other device.
    var elsewhere: String?

    static let sample = PreviewLinkPage(
        chrome: .sample, place: .sample, action: "/features/home.offers/revisions/2/link", kept: [.sample],
        validities: Choice.sample, summary: "Phone · Light", address: "https://galley.example/previews/x?signature=s",
        end: "2026-11-21T12:00:00Z", endWords: "2026-11-21 12:00:00 UTC", code: .sample,
        caution: "Held in memory.", elsewhere: "This machine only.")
}

/// A QR code as an SVG.
struct CodeView: Sendable {
    /// How wide and high it is, in modules, the quiet zone included.
    var size: Int
    var path: String

    static let sample = CodeView(size: 29, path: "M4 4h7v1h-7z")
}

extension CodeView {
    init(_ code: QRCode) {
        size = code.side + 2 * QRCode.quietZone
        path = code.svgPath
    }
}

/// What the page of a link says, in English.
struct PreviewLinkWords: Sendable {
    let heading = "Open on a phone"
    let validity = "The link works for"
    let make = "Make this link"
    let link = "Link"
    let copy = "Copy"
    let copied = "Copied"
    let ends = "It ends"
    let shows = "It shows"
    let code = "QR code of the link"
    let tooLong = "The link is too long for a QR code."
    let scan = "Point the phone’s camera at the code."
    let hint = """
        Whoever has the link can look, without signing in, and choose how it is shown; it opens this one document and \
        changes nothing. Rotating the signing key ends all links at once.
        """
}

extension PreviewLinkWords {
    static let title = "Open on a phone"
    static let held = """
        This text is not saved: the link works only as long as this server holds it in memory. A saved revision’s link \
        works to its end.
        """
    static let loopback = """
        The console’s address is this machine’s own, which a phone cannot reach. Start it with --base-url and an \
        address that phones reach.
        """
    static func end(_ exact: String, _ validity: LinkValidity) -> String { "\(exact), in \(validity.title)" }
}

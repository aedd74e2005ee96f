import QRCode

/// The page of a link that opens a preview on a phone.
struct PreviewLinkPage: Page {
    static let template = "preview_links/show"
    var chrome: Chrome
    var place: PreviewPlace
    /// The address to which the form with the lifetime is sent.
    var action: String
    /// The hidden fields with which the form passes on the preview's options.
    var kept: [HiddenField]
    var validities: [Choice]
    /// A short description of the preview's options.
    var summary: String
    /// The link; nil before it is created, after it has expired or was withdrawn, and for an invalid signature.
    var made: Made?
    /// A caution that the link of an unsaved text works only while the server keeps the text in memory; nil for a
    /// revision.
    var unsavedCaution: String?
    /// True if no other device can open the address.
    var isUnreachable: Bool

    /// A link that was created.
    struct Made: Sendable {
        var address: String
        /// The expiry time, machine-readable.
        var end: String
        /// The expiry time in words, with the lifetime that was chosen.
        var endWords: String
        /// The QR code; nil if the address is too long.
        var code: CodeView?

        static let sample = Made(
            address: "https://galley.example/previews/x?signature=s", end: "2026-11-21T12:00:00Z",
            endWords: "2026-11-21 12:00:00 UTC", code: .sample)
    }

    static let sample = PreviewLinkPage(
        chrome: .sample, place: .sample, action: "/features/home.offers/revisions/2/links", kept: [.sample],
        validities: Choice.sample, summary: "Phone · Light", made: .sample,
        unsavedCaution: "Held in memory.", isUnreachable: true)
}

/// A QR code as an SVG.
struct CodeView: Sendable {
    /// The width and height in modules, the small squares of the code, including the empty margin around it.
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

/// The texts of the page that are not in its template.
enum PreviewLinkWords {
    static var title: String { Texts["common.open-on-a-phone"] }
    static var unsavedCaution: String { Texts["preview-links.this-text-is-not-saved-the"] }
    static func end(_ exact: String, _ validity: LinkValidity) -> String {
        Texts["preview-links.end", ["time": exact, "duration": validity.title]]
    }
}

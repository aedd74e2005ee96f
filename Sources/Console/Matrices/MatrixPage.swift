/// The page that compares a document on several devices, in several languages and themes.
struct MatrixPage: Page {
    static let template = "matrices/show"
    var chrome: Chrome
    var place: PreviewPlace
    /// The address of the choice's form.
    var action: String
    var beginnings: [HiddenField]
    var look: PreviewLook
    var devices: [Choice]
    var languages: [Choice]
    var themes: [Choice]
    /// A sentence with the number of frames.
    var count: String
    var frames: [Frame]

    /// A frame of the matrix.
    struct Frame: Sendable {
        var number: Int
        var caption: String
        /// The device's name, for its shape, and its size in CSS pixels.
        var device: String
        var width: Int
        var height: Int
        /// The signed address, valid for a limited time.
        var url: String
    }

    static let sample = MatrixPage(
        chrome: .sample, place: .sample, action: "/features/home.offers/revisions/2/matrix", beginnings: [.sample],
        look: .sample, devices: Choice.sample, languages: Choice.sample, themes: Choice.sample, count: "8 frames",
        frames: [
            Frame(
                number: 1, caption: "Phone · English · Dark", device: "phone", width: 390, height: 844,
                url: "/previews/x?signature=s")
        ])
}

/// The texts of the page that its template does not place.
enum MatrixWords {
    static func title(_ feature: String) -> String { Texts["matrices.title", ["feature": feature]] }

    static func count(_ shown: Int, of all: Int) -> String {
        shown == all
            ? Texts["matrices.frames-count", ["count": shown]]
            : Texts["matrices.first-frames", ["count": shown, "all": all, "limit": MatrixChoice.limit]]
    }
}

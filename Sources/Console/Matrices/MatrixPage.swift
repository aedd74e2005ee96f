/// The page with a matrix: previews of one document on several devices, in several languages and themes.
struct MatrixPage: Page {
    static let template = "matrices/show"
    var chrome: Chrome
    var place: PreviewPlace
    /// The address to which the form with the choices is sent.
    var action: String
    /// The hidden fields `parent` and `started` of an unsaved text (`PreviewSubject.baseFields`); empty for a revision.
    var baseFields: [HiddenField]
    var panel: PreviewPanel
    var devices: [Choice]
    var languages: [Choice]
    var themes: [Choice]
    /// A sentence with the number of previews, which also says if some combinations are left out.
    var count: String
    var frames: [Frame]

    /// A frame with one preview.
    struct Frame: Sendable {
        var number: Int
        var caption: String
        /// The device's identifier, by which the style sheet chooses the shape of the frame.
        var device: String
        /// The width and the height of the device's screen in CSS pixels.
        var width: Int
        var height: Int
        /// The signed address of the preview, which is valid for a limited time.
        var url: String
    }

    static let sample = MatrixPage(
        chrome: .sample, place: .sample, action: "/features/home.offers/revisions/2/matrix", baseFields: [.sample],
        panel: .sample, devices: Choice.sample, languages: Choice.sample, themes: Choice.sample, count: "8 frames",
        frames: [
            Frame(
                number: 1, caption: "Phone · English · Dark", device: "phone", width: 390, height: 844,
                url: "/previews/x?signature=s")
        ])
}

/// The texts of the page that are not in its template.
enum MatrixWords {
    static func title(_ feature: String) -> String { Texts["matrices.title", ["feature": feature]] }

    static func count(_ shown: Int, of all: Int) -> String {
        shown == all
            ? Texts["matrices.frames-count", ["count": shown]]
            : Texts["matrices.first-frames", ["count": shown, "all": all, "limit": MatrixChoice.limit]]
    }
}

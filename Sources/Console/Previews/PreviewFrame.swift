/// The frame that shows a preview.
struct PreviewFrame: Sendable {
    /// Signed, for a while.
    var url: String
    /// The device's name, for its width.
    var device: String

    static let sample = PreviewFrame(url: "/previews/revisions/home.offers/2?signature=s", device: "phone")
}

import Preview

/// The frame that shows a preview.
struct PreviewFrame: Sendable {
    /// The signed address, valid for a limited time. Templates also use it as the name of the `iframe`, because for a
    /// frame of the same name, “Back” shows the document that the frame had, even if the page now shows another text.
    var url: String
    /// The device's identifier, by which the style sheet shapes the frame.
    var device: String
    /// The screen's size in CSS pixels, which the style sheet needs for custom devices.
    var width: Int
    var height: Int
    /// True if the preview draws the phone itself, so that the page draws none around the frame.
    var drawsPhone: Bool

    init(url: String, device: Device, drawsPhone: Bool = false) {
        self.url = url
        self.device = device.rawValue
        width = device.width
        height = device.height
        self.drawsPhone = drawsPhone
    }

    static let sample = PreviewFrame(
        url: "/previews/revisions/home.offers/2?signature=s", device: .phone, drawsPhone: true)
}

import Preview

/// The frame that shows a preview.
struct PreviewFrame: Sendable {
    /// Signed, for a while.
    var url: String
    /// The device's name, for its shape.
    var device: String
    /// The screen's size in CSS pixels, for devices without a name.
    var width: Int
    var height: Int
    /// Whether the document draws the phone itself, with tools outside of it.
    var isOpen: Bool

    init(url: String, device: Device, isOpen: Bool = false) {
        self.url = url
        self.device = device.rawValue
        width = device.width
        height = device.height
        self.isOpen = isOpen
    }

    static let sample = PreviewFrame(url: "/previews/revisions/home.offers/2?signature=s", device: .phone, isOpen: true)
}

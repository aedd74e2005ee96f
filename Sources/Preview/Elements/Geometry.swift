/// The dimensions of the screen that are known before a browser lays out the page.
struct Geometry {
    /// The width of the content on the screen, in CSS pixels.
    let width: Double
    /// The text size relative to the design.
    let scale: Double
    let isRightToLeft: Bool
}

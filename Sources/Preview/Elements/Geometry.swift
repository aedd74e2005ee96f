/// The dimensions of the screen that are known before a browser lays out the page.
struct Geometry {
    /// The width of the content on the screen, in CSS pixels.
    let width: Double
    /// The factor by which the preview scales texts; 1 is the size in the design.
    let scale: Double
    let isRightToLeft: Bool
}

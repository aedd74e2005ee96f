/// The known dimensions of the screen before a browser lays it out.
struct Geometry {
    /// The width of the content on the screen, in CSS pixels.
    let width: Double
    /// The text size relative to the design.
    let scale: Double
    let isRightToLeft: Bool
}

/// What is known of the screen before a browser lays it out.
struct Geometry {
    /// The width of content at the top of the screen, in CSS pixels.
    let width: Double
    /// Size of text relative to the design.
    let scale: Double
    let isRightToLeft: Bool
}

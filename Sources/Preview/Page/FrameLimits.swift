/// The limits of what a frame reads and shows, so that a hostile document or request stays affordable.
enum FrameLimits {
    /// The most posted fields that are read.
    static let postedFields = 5_000

    /// The most characters of a text that are shown.
    static let shownText = 2_000

    /// The most parts of a form's schema that are visited for the shape of one object.
    static let visitedParts = 2_000

    /// The numbers that may limit a control, such as a length.
    static let controlLimits = 0...100_000

    /// The allowed scroll positions and indices on a page.
    static let places = 0...1_000_000
}

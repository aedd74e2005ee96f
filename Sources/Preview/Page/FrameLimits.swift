/// The limits of what a preview reads and shows, which bound the cost of a hostile document or request.
enum FrameLimits {
    /// The maximum number of posted fields that a form, a questionnaire, an option sheet or a flow reads.
    static let postedFields = 5_000

    /// The maximum length of a shown title, message or other short text, in UTF-8 bytes.
    static let shownText = 2_000

    /// The maximum number of subschemas visited to determine the fields of one object.
    static let visitedParts = 2_000

    /// The range of scroll positions and indexes on a page.
    static let places = 0...1_000_000
}

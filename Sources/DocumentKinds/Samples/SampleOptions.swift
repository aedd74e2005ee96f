/// Options for the size of a sample and for the length of the search.
package struct SampleOptions: Sendable {
    /// The members and elements that a sample has.
    package enum Coverage: Sendable {
        /// Only the required members and elements.
        case required
        /// As many members as the schema allows together, and arrays with at least one element where possible.
        case everything
    }

    package var coverage: Coverage

    /// The number of levels, including the root, that have more than the required members.
    package var depth: Int

    /// The maximum number of candidates to try; a large candidate counts as several.
    package var maximumTries: Int

    /// The maximum duration of the search in working time (``WorkClock``). A search that exceeds it stops, without a
    /// sample if it has found none.
    package var maximumDuration: Duration

    /// The language tag of the words in free text.
    package var language: String

    package init(
        coverage: Coverage = .everything, depth: Int = 6, maximumTries: Int = 6_000,
        maximumDuration: Duration = .seconds(10), language: String = "en"
    ) {
        self.coverage = coverage
        self.depth = depth
        self.maximumTries = maximumTries
        self.maximumDuration = maximumDuration
        self.language = language
    }
}

/// How much a sample holds, and how long it may be looked for.
package struct SampleOptions: Sendable {
    /// Which of the members and elements that a schema allows a sample has.
    package enum Coverage: Sendable {
        /// Those that must be there.
        case required
        /// All that may be there together.
        case everything
    }

    package var coverage: Coverage

    /// How many levels below the root have more than what is required.
    package var depth: Int

    /// How many candidates may be tried; a large one counts for several.
    package var maximumTries: Int

    /// How long may be looked, whatever the tries; what takes longer is refused.
    package var maximumDuration: Duration

    /// The language tag of the words that free text is made of.
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

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

    package init(coverage: Coverage = .everything, depth: Int = 6, maximumTries: Int = 6_000) {
        self.coverage = coverage
        self.depth = depth
        self.maximumTries = maximumTries
    }
}

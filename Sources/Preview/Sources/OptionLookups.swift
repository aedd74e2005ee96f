import Synchronization

/// A cache for the results of the queries of one form or questionnaire to option lists, with a maximum number of
/// queries.
final class OptionLookups: Sendable {
    /// The maximum number of different queries per cache; lists are unavailable for further ones.
    static let limit = 300

    private let options: @Sendable (OptionQuery) -> OptionAnswer
    private let answers = Mutex<[OptionQuery: OptionAnswer]>([:])

    init(_ sources: PreviewSources) { options = sources.options }

    /// Returns the result of a query.
    func answer(_ query: OptionQuery) -> OptionAnswer {
        answers.withLock { answers in
            if let known = answers[query] { return known }
            guard answers.count < Self.limit else { return .unavailable }
            let answer = options(query)
            answers[query] = answer
            return answer
        }
    }
}

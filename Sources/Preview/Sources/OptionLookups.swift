import Synchronization

/// The option lists of one page: what is asked for twice is looked up once, and no page asks without end.
final class OptionLookups: Sendable {
    /// Different questions of one page at most; lists are not at hand for further ones.
    static let limit = 300

    private let options: @Sendable (OptionQuery) -> OptionAnswer
    private let answers = Mutex<[OptionQuery: OptionAnswer]>([:])

    init(_ sources: PreviewSources) { options = sources.options }

    /// The answer to a question.
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

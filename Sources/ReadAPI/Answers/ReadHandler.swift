import MicroHTTP

/// Answers the requests of one thread from the state that the threads share.
///
/// The answers to whole targets are remembered until the state changes: phones of one version ask in the same words.
final class ReadHandler {
    private let shared: SharedState
    private var generation = 0
    private var state = ServingState()
    private var answers: [TargetKey: Answer] = [:]

    /// More targets than this and all are forgotten; it bounds what a stranger can make a node remember.
    private static let answerLimit = 4096

    init(_ shared: SharedState) {
        self.shared = shared
    }

    /// What is sent for a target: to everybody, or as 304 to those who have it.
    private struct Answer {
        let response: PreparedResponse
        var entityTag: [UInt8]?
    }

    /// The answer, nil when memory is short; it never waits but for a state that changes right now.
    func answer(_ request: borrowing ReadRequest) -> ReadAnswer? {
        if shared.generation != generation {
            generation = shared.generation
            state = shared.current
            answers.removeAll(keepingCapacity: true)
        }
        guard let answer = answers[TargetKey(request.target)] ?? resolved(request.target) else { return nil }
        guard let tag = answer.entityTag, !request.ifNoneMatch.isEmpty else { return ReadAnswer(answer.response) }
        return ReadAnswer(answer.response, isNotModified: EntityTag.matches(request.ifNoneMatch, tag))
    }

    private func resolved(_ target: [UInt8]) -> Answer? {
        guard let answer = resolve(target) else { return nil }
        if answers.count >= Self.answerLimit { answers.removeAll(keepingCapacity: true) }
        answers[TargetKey(target)] = answer
        return answer
    }

    private func resolve(_ target: [UInt8]) -> Answer? {
        do throws(Problem) {
            switch try ReadResolver(state: state).outcome(of: String(decoding: target, as: UTF8.self)) {
            case .edition(let edition): return Answer(response: edition.response, entityTag: edition.entityTag)
            case .page(let page): return PreparedResponse(page).map { Answer(response: $0) }
            }
        } catch {
            return PreparedResponse(error.response).map { Answer(response: $0) }
        }
    }
}

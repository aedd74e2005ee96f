import MicroHTTP

/// Answers the requests of one thread from the state that all threads share.
final class ReadHandler {
    private let shared: SharedState
    private var generation = 0
    private var state = ServingState()
    /// A buffer for the sort key of the requested version.
    private var key: [UInt8] = []

    init(_ shared: SharedState) {
        self.shared = shared
    }

    /// Returns the answer, or nil if memory is short; blocks only while the shared state is being replaced.
    func answer(_ request: borrowing ReadRequest) -> ReadAnswer? {
        if shared.generation != generation {
            generation = shared.generation
            state = shared.current
        }
        if let edition = state.index?.edition(of: request.target.span, key: &key) {
            return answer(edition, to: request)
        }
        return resolve(request)
    }

    /// Returns the edition, or a 304 if the client has it.
    private func answer(_ edition: ServedEdition, to request: borrowing ReadRequest) -> ReadAnswer? {
        edition.responses.map { answer($0, to: request) }
    }

    /// Returns a response, or a 304 if the client has its bytes.
    private func answer(_ responses: CodedResponses, to request: borrowing ReadRequest) -> ReadAnswer {
        let best = responses.best(for: request.acceptedCodings)
        guard !request.ifNoneMatch.isEmpty else { return ReadAnswer(best.response) }
        return ReadAnswer(best.response, isNotModified: EntityTag.matches(request.ifNoneMatch, best.entityTag))
    }

    private func resolve(_ request: borrowing ReadRequest) -> ReadAnswer? {
        do throws(Problem) {
            let target = String(decoding: request.target, as: UTF8.self)
            switch try ReadResolver(state: state, freshness: shared.freshness.reading).outcome(of: target) {
            case .edition(let edition): return answer(edition, to: request)
            case .content(let content): return content.responses.map { answer($0, to: request) }
            case .document(let document): return answer(document.responses, to: request)
            case .page(let page): return PreparedResponse(page).map { ReadAnswer($0) }
            }
        } catch {
            return PreparedResponse(error.response).map { ReadAnswer($0) }
        }
    }
}

import HTTPTypes
import MicroHTTP

/// Answers the requests of one thread from the state that all threads share.
final class ReadHandler {
    private let shared: SharedState
    private var generation = 0
    private var state = ServingState()
    /// A buffer for the sort key of the requested version.
    private var key: [UInt8] = []
    /// The sampled versions of clients; nil if requests are not counted.
    private let samples: VersionSamples?

    /// Creates the handler of a thread; without `isCounting`, its requests do not appear in the statistics.
    init(_ shared: SharedState, isCounting: Bool = true) {
        self.shared = shared
        samples = isCounting ? shared.counts.samples() : nil
    }

    /// Returns the answer, or nil if memory is short; blocks only while the shared state is being replaced or a
    /// manifest or bundle is being built (`DocumentLimits`).
    func answer(_ request: borrowing ReadRequest) -> ReadAnswer? {
        if shared.generation != generation {
            generation = shared.generation
            state = shared.current
        }
        if let edition = state.index?.edition(of: request.target.span, key: &key) {
            count(edition, request)
            return answer(edition, to: request)
        }
        return resolve(request)
    }

    /// Returns the edition, or a 304 if the client has it.
    private func answer(_ edition: ServedEdition, to request: borrowing ReadRequest) -> ReadAnswer? {
        guard edition.prepare() else { return nil }
        if isFirstToWant(edition.codings, request) { shared.compressor.add([edition]) }
        return answer(edition.codings, of: edition, tag: edition.identity.hash, to: request)
    }

    /// Returns true for the first client that accepts a compressed response before there is one.
    private func isFirstToWant(_ codings: borrowing PreparedCodings, _ request: borrowing ReadRequest) -> Bool {
        !request.acceptedCodings.isEmpty && !codings.isComplete
            && request.acceptedCodings.best(hasBrotli: true, hasGzip: true) != .identity && codings.claim()
    }

    /// Returns the response in the coding that suits the client best, or a 304 if the client has its bytes; `owner` is
    /// the object that stores `codings`.
    private func answer(
        _ codings: borrowing PreparedCodings, of owner: AnyObject, tag: String, to request: borrowing ReadRequest
    ) -> ReadAnswer? {
        let coding = codings.best(for: request.acceptedCodings)
        let isKnown =
            !request.ifNoneMatch.isEmpty && EntityTag.matches(request.ifNoneMatch, tag.utf8.span, coding)
        return codings.answer(coding, isNotModified: isKnown, of: owner)
    }

    private func count(_ edition: ServedEdition, _ request: borrowing ReadRequest) {
        guard let samples else { return }
        let turn = edition.fetches.add()
        guard turn.weight > 0 else { return }
        if turn.isFirst { samples.noteFetched(edition) }
        if samples.takesAnswer() { note(revision: edition.identity.revision, request, weight: turn.weight) }
    }

    /// Counts the client's version; `weight` is the number of requests that this sample represents.
    private func note(revision: Int, _ request: borrowing ReadRequest, weight: Int) {
        guard let samples, let index = state.index else { return }
        let asked = Request(.get, String(decoding: request.target, as: UTF8.self), id: "")
        guard let client = try? ClientQuery(asked.query, platforms: index.platforms),
            let name = PercentCoding.strictlyDecode(asked.path.utf8.dropFirst(Routes.features.utf8.count))
        else { return }
        samples.note(
            VersionSamples.Key(
                feature: name, platform: client.platform, version: client.version, revision: revision),
            weight: weight)
    }

    private func resolve(_ request: borrowing ReadRequest) -> ReadAnswer? {
        do throws(Problem) {
            let target = String(decoding: request.target, as: UTF8.self)
            let need = BodyNeed(
                isHead: request.isHead, ifNoneMatch: request.ifNoneMatch, acceptedCodings: request.acceptedCodings)
            switch try ReadResolver(
                state: state, freshness: shared.freshness.reading, traffic: shared.traffic, limits: shared.limits,
                need: need
            ).outcome(of: target) {
            case .edition(let edition):
                count(edition, request)
                return answer(edition, to: request)
            case .content(let content):
                guard content.prepare() else { return nil }
                if isFirstToWant(content.codings, request) { shared.compressor.add([content]) }
                return answer(content.codings, of: content, tag: content.hash, to: request)
            case .document(let document):
                // If the compressor has no room now, a later request makes it compress the document.
                if !document.codings.isComplete, shared.compressor.hasDocumentRoom,
                    isFirstToWant(document.codings, request)
                {
                    shared.compressor.add([document])
                }
                return answer(document.codings, of: document, tag: document.tag, to: request)
            case .head(let head): return head
            case .page(let page): return PreparedResponse(page).map { ReadAnswer($0) }
            }
        } catch {
            if error.kind == .noConfigForVersion { note(revision: 0, request, weight: 1) }
            return PreparedResponse(error.response).map { ReadAnswer($0) }
        }
    }
}

import HTTPTypes
import MicroHTTP
import SchemaRepository

/// Answers the requests of one thread from the state that all threads share.
final class ReadHandler {
    private let shared: SharedState
    private var copy: Copy
    /// A buffer for the sort key of the requested version.
    private var key: [UInt8] = []
    /// The sampled versions of clients; nil if requests are not counted.
    private let samples: VersionSamples?

    /// The thread's copy of the shared state.
    ///
    /// A request retains the object that it reads. If that were the index, all threads would change the same reference
    /// count, and every request would wait for the caches of the other cores.
    private final class Copy {
        let generation: Int
        let state: ServingState

        init(of shared: SharedState) {
            // The generation is read first: if the state is replaced in between, the next request makes another copy.
            generation = shared.generation
            state = shared.current
        }
    }

    /// Creates the handler of a thread; without `isCounting`, its requests do not appear in the statistics.
    init(_ shared: SharedState, isCounting: Bool = true) {
        self.shared = shared
        copy = Copy(of: shared)
        samples = isCounting ? shared.counts.samples() : nil
    }

    /// Returns the answer, or nil if memory is short. It may have to wait while the shared state is replaced, or while
    /// a manifest or bundle is built (`DocumentLimits`).
    func answer(_ request: borrowing ReadRequest) -> ReadAnswer? {
        if shared.generation != copy.generation { copy = Copy(of: shared) }
        if let edition = edition(for: request, in: copy) {
            if let weight = count(edition) { note(edition, versionIn: request, weight: weight) }
            return answer(edition, to: request)
        }
        return resolve(request)
    }

    /// Returns the edition for a target without escapes; nil for other targets and without an edition. The copy is a
    /// parameter, so that the call retains the thread's copy and not the index, which all threads share.
    private func edition(for request: borrowing ReadRequest, in copy: Copy) -> ServedEdition? {
        copy.state.index?.edition(of: request.target.span, key: &key)
    }

    /// Returns the edition, or a 304 if the client has it.
    private func answer(_ edition: ServedEdition, to request: borrowing ReadRequest) -> ReadAnswer? {
        guard edition.prepare() else { return nil }
        if isFirstToWant(edition.codings, request) { shared.compressor.add([edition]) }
        return answer(edition.codings, of: edition, tag: edition.identity.hash, to: request)
    }

    /// Returns the document, or a 304 if the client has it.
    private func answer(_ document: ServedDocument, to request: borrowing ReadRequest) -> ReadAnswer? {
        let coding = document.codings.best(for: request.acceptedCodings)
        var prepared = answer(document.codings, coding, of: document, tag: document.tag, to: request)
        prepared?.share = document.share(of: coding)
        return prepared
    }

    /// Returns true for the first client that accepts a compressed response before there is one.
    private func isFirstToWant(_ codings: borrowing PreparedCodings, _ request: borrowing ReadRequest) -> Bool {
        !request.acceptedCodings.isEmpty && !codings.isComplete
            && request.acceptedCodings.best(hasBrotli: true, hasGzip: true) != .identity && codings.claim()
    }

    /// Returns the response in the coding that suits the client best, or a 304 if the client has its bytes; `owner` is
    /// the object that stores `codings`.
    private func answer(
        _ codings: borrowing PreparedCodings, of owner: AnyObject, tag: @autoclosure () -> String,
        to request: borrowing ReadRequest
    ) -> ReadAnswer? {
        answer(codings, codings.best(for: request.acceptedCodings), of: owner, tag: tag(), to: request)
    }

    /// Returns the response in a coding, or a 304 if the client has its bytes; `owner` is the object that stores
    /// `codings`. The tag is read only for clients that name one.
    private func answer(
        _ codings: borrowing PreparedCodings, _ coding: ContentCoding, of owner: AnyObject,
        tag: @autoclosure () -> String, to request: borrowing ReadRequest
    ) -> ReadAnswer? {
        var isKnown = false
        if !request.ifNoneMatch.isEmpty {
            let text = tag()
            isKnown = EntityTag.matches(request.ifNoneMatch, text.utf8.span, coding)
        }
        return codings.answer(coding, isNotModified: isKnown, of: owner)
    }

    /// Counts a fetch of an edition. Returns the number of requests that a sample of it represents; nil if the fetch is
    /// not to be sampled.
    private func count(_ edition: ServedEdition) -> Int? {
        guard let samples else { return nil }
        let turn = edition.fetches.add()
        guard turn.weight > 0 else { return nil }
        if turn.isFirst { samples.noteFetched(edition) }
        return samples.takesAnswer() ? turn.weight : nil
    }

    /// Samples an answer to a target without escapes, whose version needs no decoding.
    private func note(_ edition: ServedEdition, versionIn request: borrowing ReadRequest, weight: Int) {
        guard let parts = UnescapedFeatureTarget(request.target.span) else { return }
        let version = String(decoding: request.target[parts.version], as: UTF8.self)
        samples?.note(edition, version: version, weight: weight)
    }

    /// Counts the version of a client for which the feature has no edition.
    private func noteWithoutEdition(_ request: borrowing ReadRequest) {
        guard let samples, let asked = asked(request) else { return }
        samples.note(
            VersionSamples.Key(
                feature: asked.feature, platform: asked.client.platform, version: asked.client.version, revision: 0))
    }

    /// Returns the feature's name and the client that a request states; nil if it is malformed.
    private func asked(_ request: borrowing ReadRequest) -> (feature: String, client: ClientQuery)? {
        guard let index = copy.state.index else { return nil }
        let asked = Request(.get, String(decoding: request.target, as: UTF8.self), id: "")
        guard let client = try? ClientQuery(asked.query, platforms: index.platforms),
            let name = PercentCoding.strictlyDecode(asked.path.utf8.dropFirst(Routes.features.utf8.count))
        else { return nil }
        return (name, client)
    }

    private func resolve(_ request: borrowing ReadRequest) -> ReadAnswer? {
        do throws(Problem) {
            let target = String(decoding: request.target, as: UTF8.self)
            let negotiation = BodyNegotiation(
                isHead: request.isHead, ifNoneMatch: request.ifNoneMatch, acceptedCodings: request.acceptedCodings)
            switch try ReadResolver(
                state: copy.state, freshness: shared.freshness.reading, traffic: shared.traffic, limits: shared.limits,
                negotiation: negotiation, client: request.client
            ).outcome(of: target) {
            case .edition(let edition):
                if let weight = count(edition), let client = asked(request)?.client {
                    samples?.note(edition, version: client.version.text, weight: weight)
                }
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
                return answer(document, to: request)
            case .head(let head): return head
            case .page(let page): return PreparedResponse(page).map { ReadAnswer($0) }
            }
        } catch {
            if error.kind == .noConfigForVersion { noteWithoutEdition(request) }
            return PreparedResponse(error.response).map { ReadAnswer($0) }
        }
    }
}

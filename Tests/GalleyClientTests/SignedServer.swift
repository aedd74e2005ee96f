import Cryptography
import Foundation
import GalleyClient
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A read API without a network: it signs manifests, and a cache in front of it may have other contents.
final class SignedServer: Sendable {
    /// A release with the documents of its features.
    struct Release {
        let number: Int
        let documents: [String: String]
    }

    /// An answer of the server or of a cache.
    struct Answer {
        let status: Int
        var body = ""
        var fields: [String: String] = [:]
    }

    /// A step that is carried out while an answer is on its way.
    typealias Step = @Sendable () async throws -> Void

    private struct State {
        var release: Release
        var cached: [String: Answer] = [:]
        var lost: [String: Answer] = [:]
        /// The answer to all requests for the manifest.
        var failure: Answer?
        var requests: [String] = []
        var steps: [String: Step] = [:]
    }

    let key: SigningKey
    private let state: Mutex<State>

    /// Creates a server with a key whose seed repeats one byte.
    init?(_ release: Int, _ documents: [String: String], seed: UInt8 = 1) {
        guard let key = SigningKey(seed: Array(repeating: seed, count: SigningKey.seedLength)) else { return nil }
        self.key = key
        state = Mutex(State(release: Release(number: release, documents: documents)))
    }

    /// The public key that the app is built with.
    var publicKey: PublicKey { PublicKey(id: "key\(key.seed[0])", bytes: Data(key.publicKey)) }

    /// Serves another release.
    func serve(_ release: Int, _ documents: [String: String]) {
        state.withLock { $0.release = Release(number: release, documents: documents) }
    }

    /// Answers requests for a document that do not go past caches; nil removes the answer from the cache.
    func cache(_ answer: Answer?, for document: String) {
        state.withLock { $0.cached[Self.hash(document)] = answer }
    }

    /// Gives this answer to requests for a document that the cache does not answer; nil serves the document again.
    func lose(_ document: String, _ answer: Answer?) {
        state.withLock { $0.lost[Self.hash(document)] = answer }
    }

    /// Answers all requests for the manifest; nil serves the release again.
    func fail(_ answer: Answer?) { state.withLock { $0.failure = answer } }

    /// Carries out a step while the next answer for a document is on its way; nil means the answer for the manifest.
    func duringAnswer(for document: String?, _ step: @escaping Step) {
        state.withLock { $0.steps[document.map(Self.hash) ?? "manifest"] = step }
    }

    /// Returns the requests since the last call: `manifest` or the document's text, and `no-cache` for those that go
    /// past caches.
    func requests() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// Answers a request as `GalleyClient.load` would.
    func fetch(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let control = request.value(forHTTPHeaderField: "Cache-Control")
        let isPastCaches = control == "no-cache" && request.cachePolicy == .reloadIgnoringLocalCacheData
        let hash = url.lastPathComponent
        let answer = try state.withLock { state in
            let suffix = isPastCaches ? " no-cache" : ""
            if hash == "manifest" {
                state.requests.append("manifest\(suffix)")
                if let failure = state.failure { return failure }
                return try manifest(state.release, tag: request.value(forHTTPHeaderField: "If-None-Match"))
            }
            let text = state.release.documents.values.first { Self.hash($0) == hash }
            state.requests.append("\(text ?? hash)\(suffix)")
            if let cached = state.cached[hash], !isPastCaches { return cached }
            if let lost = state.lost[hash] { return lost }
            return text.map { Answer(status: 200, body: $0) } ?? Answer(status: 404)
        }
        if let step = state.withLock({ $0.steps.removeValue(forKey: hash) }) { try await step() }
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.fields)
        else { throw URLError(.badServerResponse) }
        return (Data(answer.body.utf8), response)
    }

    private struct Body: Encodable {
        struct Arm: Encodable {
            let below: Int
            let hash: String
        }

        struct Feature: Encodable {
            let arms: [Arm]
        }

        let release: Int
        let features: [String: Feature]
    }

    private func manifest(_ release: Release, tag: String?) throws -> Answer {
        let features = release.documents.mapValues { Body.Feature(arms: [.init(below: 1_000, hash: Self.hash($0))]) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(Body(release: release.number, features: features))
        let body = String(decoding: data, as: UTF8.self)
        let newTag = "\"\(Self.hash(body))\""
        guard tag != newTag else { return Answer(status: 304) }
        let digest = Data(SHA256Digest(of: Array(body.utf8)).bytes).base64EncodedString()
        let covered = [
            ("content-digest", "sha-256=:\(digest):"), ("galley-platform", "ios"), ("galley-versions", ">=0"),
            ("galley-release", "\(release.number)"),
        ]
        let names = covered.map { "\"\($0.0)\"" }.joined(separator: " ")
        let parameters = "(\(names));created=1;keyid=\"\(publicKey.id)\";alg=\"ed25519\""
        let base = covered.map { "\"\($0.0)\": \($0.1)\n" }.joined() + "\"@signature-params\": \(parameters)"
        let signature = Data(key.signature(of: Array(base.utf8))).base64EncodedString()
        var fields = Dictionary(uniqueKeysWithValues: covered)
        fields["etag"] = newTag
        fields["signature-input"] = "sig1=\(parameters)"
        fields["signature"] = "sig1=:\(signature):"
        return Answer(status: 200, body: body, fields: fields)
    }

    private static func hash(_ text: String) -> String { SHA256Digest(of: Array(text.utf8)).hex }
}

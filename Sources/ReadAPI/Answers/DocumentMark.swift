import Cryptography
import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository
import Synchronization

/// The header fields and digests of a manifest or bundle. They take little memory and stay cached when its bytes are
/// dropped, to answer HEAD requests and clients that have the bytes.
final class DocumentMark: Sendable {
    /// The digest and size of the document in one content coding.
    private struct Form {
        let digest: [UInt8]
        let size: Int
        /// The response without the body; nil until a client needs it.
        var head: PreparedResponse?
    }

    private struct State {
        weak var body: PreparedBody?
        var forms: [ContentCoding: Form]
    }

    /// The SHA-256 of the bytes.
    let digest: SHA256Digest
    /// The header fields that are the same in all codings.
    let template: ResponseTemplate
    private let state: Mutex<State>

    /// The header fields that the signature covers.
    private static let covered: [HTTPField.Name] = [.contentDigest, .galleyPlatform, .galleyVersions, .galleyRelease]

    /// Creates the mark of a document for the clients of a platform and a version range.
    init(
        _ digest: SHA256Digest, of body: PreparedBody, platform: String, versions: VersionInterval,
        cacheTime: CacheTime, in index: ReadIndex
    ) {
        self.digest = digest
        var fields = HTTPFields.served(cacheControl: cacheTime.edition)
        fields[.galleyPlatform] = platform
        fields[.galleyVersions] = versions.comparators
        fields[.galleyRelease] = String(index.release)
        template = ResponseTemplate(
            tag: digest.hex, fields: fields, signature: .init(signer: index.signer, covered: Self.covered))
        state = Mutex(State(body: body, forms: [.identity: Form(digest: digest.bytes, size: body.count)]))
    }

    /// The bytes of the document; nil if nothing else references them. A slow client may still be receiving them long
    /// after the cache has dropped them.
    var body: PreparedBody? { state.withLock { $0.body } }

    /// Stores a weak reference to the bytes, which were built again.
    func hold(_ body: PreparedBody) { state.withLock { $0.body = body } }

    /// Records the SHA-256 and the number of bytes of the document in a coding, unless the coding is known.
    func note(_ coding: ContentCoding, digest: [UInt8], size: Int) {
        state.withLock { state in
            if state.forms[coding] == nil { state.forms[coding] = Form(digest: digest, size: size) }
        }
    }

    /// Returns the answer to a client that needs no body, because it has the bytes or sent a HEAD request; nil for
    /// every other client, and if memory is short.
    func answer(to negotiation: BodyNegotiation) -> ReadAnswer? {
        guard negotiation.isHead || !negotiation.ifNoneMatch.isEmpty else { return nil }
        let forms = state.withLock { $0.forms }
        let accepted = negotiation.acceptedCodings
        let best: ContentCoding =
            accepted.isEmpty
            ? .identity : accepted.best(hasBrotli: forms[.brotli] != nil, hasGzip: forms[.gzip] != nil)
        // The client may have fetched the document before it was compressed.
        let known = [best, .identity].first { negotiation.isKnown(template.tag, $0) }
        guard known != nil || negotiation.isHead else { return nil }
        let coding = known ?? best
        guard let form = forms[coding], let head = form.head ?? makeHead(coding, form) else { return nil }
        return ReadAnswer(head, isNotModified: known != nil)
    }

    private func makeHead(_ coding: ContentCoding, _ form: Form) -> PreparedResponse? {
        let fields = template.headers(coding, digest: form.digest)
        guard let head = PreparedResponse(headers: fields, bodySize: form.size) else { return nil }
        state.withLock { state -> Void in state.forms[coding]?.head = head }
        return head
    }
}

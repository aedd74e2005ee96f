import Cryptography
import Foundation
import HTTPTypes
import MicroHTTP
import Synchronization

/// A response in the content codings that clients accept. It comes as it is at first; the compressed ones are added once,
/// off the threads that serve.
final class CodedResponses: Sendable {
    /// A response in one coding.
    final class Variant: Sendable {
        /// The strong entity tag, with its quotes; every coding has its own.
        let entityTag: [UInt8]
        let response: PreparedResponse

        fileprivate init?(
            _ body: PreparedBody, tag: String, coding: ContentCoding, digest: [UInt8], fields: HTTPFields,
            signature: Signature?
        ) {
            var fields = fields
            let quoted = "\"\(tag)\(coding == .identity ? "" : "-\(coding.rawValue)")\""
            fields[.eTag] = quoted
            fields[.contentDigest] = "sha-256=:\(Data(digest).base64EncodedString()):"
            fields[.vary] = "Accept-Encoding"
            if coding != .identity { fields[.contentEncoding] = coding.rawValue }
            if let signature { fields = signature.signer.signed(fields, covering: signature.covered) }
            guard let response = PreparedResponse(headers: fields, body: body) else { return nil }
            entityTag = Array(quoted.utf8)
            self.response = response
        }
    }

    /// The signatures of every variant.
    struct Signature {
        let signer: ResponseSigner
        /// The signed fields; `Content-Digest` should be among them.
        let covered: [HTTPField.Name]
    }

    /// The compressed responses; a coding that does not make the body smaller is missing.
    private final class Compressed: Sendable {
        let gzip: Variant?
        let brotli: Variant?

        init(gzip: Variant?, brotli: Variant?) {
            self.gzip = gzip
            self.brotli = brotli
        }
    }

    /// The response with the body as it is.
    let identity: Variant
    private let tag: String
    private let fields: HTTPFields
    private let signature: Signature?
    private let compressed = AtomicLazyReference<Compressed>()

    /// Creates the response of a body whose SHA-256 is `digest`; nil if memory is short. `tag` becomes the entity tag of
    /// the body as it is. Without `signature` nothing is signed.
    init?(_ body: PreparedBody, tag: String, digest: [UInt8], fields: HTTPFields, signature: Signature? = nil) {
        let identity = Variant(
            body, tag: tag, coding: .identity, digest: digest, fields: fields, signature: signature)
        guard let identity else { return nil }
        self.identity = identity
        self.tag = tag
        self.fields = fields
        self.signature = signature
    }

    /// Returns the response for a client.
    func best(for accepted: AcceptedCodings) -> Variant {
        guard let compressed = compressed.load() else { return identity }
        switch accepted.best(hasBrotli: compressed.brotli != nil, hasGzip: compressed.gzip != nil) {
        case .brotli: return compressed.brotli ?? identity
        case .gzip: return compressed.gzip ?? identity
        case .identity: return identity
        }
    }

    /// True once the compressed responses are there.
    var isCompressed: Bool { compressed.load() != nil }

    /// Adds the compressed responses; the first call counts.
    func add(_ bodies: CodedBodies) {
        func variant(_ body: PreparedBody?, _ coding: ContentCoding) -> Variant? {
            body.flatMap {
                Variant(
                    $0, tag: tag, coding: coding, digest: SHA256Digest(of: $0.copy).bytes, fields: fields,
                    signature: signature)
            }
        }
        _ = compressed.storeIfNil(
            Compressed(gzip: variant(bodies.gzip, .gzip), brotli: variant(bodies.brotli, .brotli)))
    }
}

extension HTTPField.Name {
    /// The digest of a response's content (RFC 9530).
    static let contentDigest = constant("Content-Digest")
}

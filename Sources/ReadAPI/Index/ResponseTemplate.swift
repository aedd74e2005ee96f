import Cryptography
import Foundation
import HTTPTypes
import MicroHTTP

/// The parts of a response that its content codings have in common.
struct ResponseTemplate {
    /// The way in which the response is signed in every coding.
    struct Signature {
        let signer: ResponseSigner
        /// The signed fields; `Content-Digest` should be among them.
        let covered: [HTTPField.Name]
    }

    /// The entity tag of the uncompressed body, without quotes; the tags of the other codings are made from it.
    let tag: String
    let fields: HTTPFields
    /// Nil for responses that are not signed.
    var signature: Signature?

    /// Adds the response with the uncompressed body, whose SHA-256 is `digest`; returns false if memory is short.
    func prepare(_ codings: borrowing PreparedCodings, _ body: PreparedBody, digest: [UInt8]) -> Bool {
        codings.add(.identity, headers: headers(.identity, digest: digest), body: body)
    }

    /// Adds the compressed responses; until then the body is sent as it is. The caller calls this once, on a thread
    /// that serves no requests.
    ///
    /// `note`: Called for each coding with the SHA-256 and the number of the compressed bytes.
    func compress(
        _ codings: borrowing PreparedCodings, with bodies: CompressedBodies,
        note: (_ coding: ContentCoding, _ digest: [UInt8], _ size: Int) -> Void = { _, _, _ in }
    ) {
        for (coding, body) in [(ContentCoding.gzip, bodies.gzip), (.brotli, bodies.brotli)] {
            guard let body else { continue }
            let digest = SHA256Digest(of: body.copy).bytes
            note(coding, digest, body.count)
            _ = codings.add(coding, headers: headers(coding, digest: digest), body: body)
        }
        codings.setComplete()
    }

    /// Returns the header fields of the response in a coding; `digest` is the SHA-256 of the body in that coding.
    func headers(_ coding: ContentCoding, digest: [UInt8]) -> HTTPFields {
        var fields = fields
        fields[.eTag] = "\"\(tag)\(coding.tagSuffix)\""
        fields[.contentDigest] = "sha-256=:\(Data(digest).base64EncodedString()):"
        fields[.vary] = "Accept-Encoding"
        if coding != .identity { fields[.contentEncoding] = coding.rawValue }
        guard let signature else { return fields }
        return signature.signer.signed(fields, covering: signature.covered)
    }
}

extension HTTPField.Name {
    /// The digest of a response's content (RFC 9530).
    static let contentDigest = constant("Content-Digest")
}

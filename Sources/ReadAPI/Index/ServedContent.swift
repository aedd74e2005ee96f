import Cryptography
import HTTPTypes
import MicroHTTP
import Publishing

/// The bytes of an edition, with the response to a request for them by their hash, built once.
final class ServedContent: Sendable {
    /// The SHA-256 of the bytes as 64 lower-case hexadecimal digits.
    let hash: String
    /// The SHA-256 of the bytes.
    let digest: [UInt8]
    let body: PreparedBody
    let responses: CodedResponses

    /// Creates the response; nil if memory is short.
    init?(hash: String, bytes: [UInt8]) {
        self.hash = hash
        digest = SHA256Digest(hex: hash)?.bytes ?? SHA256Digest(of: bytes).bytes
        body = PreparedBody(bytes)
        let fields: HTTPFields = [
            .contentType: "application/json",
            .cacheControl: CachePolicy.content,
            .accessControlAllowOrigin: "*",
            .accessControlExposeHeaders: "ETag, Content-Digest",
            .crossOriginResourcePolicy: "cross-origin",
            .xContentTypeOptions: "nosniff",
        ]
        guard let responses = CodedResponses(body, tag: hash, digest: digest, fields: fields) else { return nil }
        self.responses = responses
    }
}

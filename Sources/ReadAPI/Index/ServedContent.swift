import HTTPTypes
import MicroHTTP
import Publishing

/// The bytes of an edition, with the response to a request for them by their hash, built once.
final class ServedContent: Sendable {
    /// The SHA-256 of the bytes as 64 lower-case hexadecimal digits.
    let hash: String
    let body: PreparedBody
    /// The strong entity tag, with its quotes.
    let entityTag: [UInt8]
    let response: PreparedResponse

    /// Creates the response; nil if memory is short.
    init?(hash: String, bytes: [UInt8]) {
        self.hash = hash
        body = PreparedBody(bytes)
        let tag = "\"\(hash)\""
        entityTag = Array(tag.utf8)
        let fields: HTTPFields = [
            .contentType: "application/json",
            .eTag: tag,
            .cacheControl: CachePolicy.content,
            .vary: "Accept-Encoding",
            .accessControlAllowOrigin: "*",
            .accessControlExposeHeaders: "ETag",
            .crossOriginResourcePolicy: "cross-origin",
            .xContentTypeOptions: "nosniff",
        ]
        guard let response = PreparedResponse(headers: fields, body: body) else { return nil }
        self.response = response
    }
}

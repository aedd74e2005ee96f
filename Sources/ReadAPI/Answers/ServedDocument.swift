import Cryptography
import HTTPTypes
import MicroHTTP
import Publishing

/// A manifest or a bundle with its response.
final class ServedDocument: Sendable {
    /// The strong entity tag, with its quotes.
    let entityTag: [UInt8]
    let response: PreparedResponse
    let body: PreparedBody

    /// Creates the response; nil if memory is short.
    init?(_ json: [UInt8]) {
        let tag = "\"\(SHA256Digest(of: json).hex)\""
        entityTag = Array(tag.utf8)
        body = PreparedBody(json)
        let fields: HTTPFields = [
            .contentType: "application/json",
            .eTag: tag,
            .cacheControl: CachePolicy.edition,
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

import HTTPTypes
import MicroHTTP
import Publishing

/// An edition as one feature serves it: bytes and fields, built once.
final class ServedEdition: Sendable {
    /// What makes two answers of one feature the same to the last byte.
    struct Identity: Hashable, Sendable {
        let hash: String
        let revision: Int
        let release: Int
    }

    let identity: Identity
    /// The strong entity tag, quotes included.
    let entityTag: [UInt8]
    let response: PreparedResponse

    /// Nil when memory is short.
    init?(_ identity: Identity, bytes: [UInt8]) {
        self.identity = identity
        let tag = "\"\(identity.hash)\""
        entityTag = Array(tag.utf8)
        let fields: HTTPFields = [
            .contentType: "application/json",
            .eTag: tag,
            .cacheControl: CachePolicy.edition,
            .vary: "Accept-Encoding",
            .galleyRevision: String(identity.revision),
            .galleyRelease: String(identity.release),
            .accessControlAllowOrigin: "*",
            .accessControlExposeHeaders: "ETag, Galley-Revision, Galley-Release",
            .crossOriginResourcePolicy: "cross-origin",
            .xContentTypeOptions: "nosniff",
        ]
        guard let response = PreparedResponse(Response(headers: fields, body: bytes)) else { return nil }
        self.response = response
    }
}

extension HTTPField.Name {
    /// The revision whose edition this is.
    static let galleyRevision = constant("Galley-Revision")
    /// The release that put this edition live for this feature.
    static let galleyRelease = constant("Galley-Release")
}

import HTTPTypes
import MicroHTTP
import Publishing

/// An edition as one feature serves it, with its response built once.
final class ServedEdition: Sendable {
    /// The values that determine a feature's response completely.
    struct Identity: Hashable, Sendable {
        let hash: String
        let revision: Int
        let release: Int
    }

    let identity: Identity
    /// Its bytes, which a client can also fetch by their hash.
    let content: ServedContent
    /// The strong entity tag, with its quotes.
    let entityTag: [UInt8]
    let response: PreparedResponse

    /// Creates the response; nil if memory is short.
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
        guard let content = ServedContent(hash: identity.hash, bytes: bytes),
            let response = PreparedResponse(headers: fields, body: content.body)
        else { return nil }
        self.response = response
        self.content = content
    }
}

extension HTTPField.Name {
    /// The field with the revision that the edition belongs to.
    static let galleyRevision = constant("Galley-Revision")
    /// The field with the release that published this edition for the feature.
    static let galleyRelease = constant("Galley-Release")
}

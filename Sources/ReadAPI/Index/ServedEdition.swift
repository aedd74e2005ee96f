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
    let responses: CodedResponses

    /// Creates the response; nil if memory is short.
    init?(_ identity: Identity, bytes: [UInt8]) {
        self.identity = identity
        var fields = HTTPFields.served(
            cacheControl: CachePolicy.edition, exposing: "ETag, Content-Digest, Galley-Revision, Galley-Release")
        fields[.galleyRevision] = String(identity.revision)
        fields[.galleyRelease] = String(identity.release)
        content = ServedContent(hash: identity.hash, bytes: bytes)
        guard let responses = CodedResponses(content.body, tag: identity.hash, digest: content.digest, fields: fields)
        else { return nil }
        self.responses = responses
    }

    /// Adds the compressed responses, unless they are there.
    func compress() {
        guard !responses.isCompressed else { return }
        let bodies = CodedBodies(of: content.body)
        content.responses?.add(bodies)
        responses.add(bodies)
    }
}

extension HTTPField.Name {
    /// The field with the revision that the edition belongs to.
    static let galleyRevision = constant("Galley-Revision")
    /// The field with the release that published this edition for the feature.
    static let galleyRelease = constant("Galley-Release")
}

import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository
import Synchronization

/// An edition as one feature serves it to the clients of a version range, with its responses.
final class ServedEdition: Sendable {
    /// The values that determine a feature's response completely.
    struct Identity: Hashable, Sendable {
        let hash: String
        let revision: Int
        let release: Int
        let platform: String
        /// The versions of the clients that it is for.
        let range: VersionInterval
    }

    let identity: Identity
    /// Its bytes, which a client can also fetch by their hash.
    let content: ServedContent
    private let feature: String
    private let signer: ResponseSigner
    private let built = AtomicLazyReference<CodedResponses>()

    init(_ identity: Identity, of feature: String, _ content: ServedContent, signer: ResponseSigner) {
        self.identity = identity
        self.feature = feature
        self.content = content
        self.signer = signer
    }

    /// The responses, built and signed when they are needed first, so that a start need not wait for them; nil if
    /// memory is short.
    var responses: CodedResponses? {
        if let known = built.load() { return known }
        var fields = HTTPFields.served(cacheControl: CachePolicy.edition)
        fields[.galleyFeature] = feature
        fields[.galleyPlatform] = identity.platform
        fields[.galleyVersions] = identity.range.comparators
        fields[.galleyRevision] = String(identity.revision)
        fields[.galleyRelease] = String(identity.release)
        let responses = CodedResponses(
            content.body, tag: identity.hash, digest: content.digest, fields: fields,
            signature: .init(signer: signer, covered: Self.covered))
        return responses.map { built.storeIfNil($0) }
    }

    private static let covered: [HTTPField.Name] = [
        .contentDigest, .galleyFeature, .galleyPlatform, .galleyVersions, .galleyRevision, .galleyRelease,
    ]

    /// Adds the compressed responses, unless they are there.
    func compress() {
        guard let responses, !responses.isCompressed else { return }
        content.responses?.add(content.codedBodies)
        responses.add(content.codedBodies)
    }
}

extension HTTPField.Name {
    /// The field with the revision that the edition belongs to.
    static let galleyRevision = constant("Galley-Revision")
    /// The field with the release that published this edition for the feature.
    static let galleyRelease = constant("Galley-Release")
}

import Foundation
import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// An edition as it is served to the clients of one feature, platform and version range, with its responses.
final class ServedEdition: Compressible {
    /// The values by which the editions of one feature are distinguished. Editions with the same values have the same
    /// response, as long as the signature keys are the same.
    struct Identity: Hashable, Sendable {
        let hash: String
        let revision: Int
        let release: Int
        let platform: String
        /// The versions of the clients that it is for.
        let range: VersionInterval
        /// The feature's present name, if it is served under a former one.
        var renaming: Renaming?
        var cacheTime = CacheTime.usual
    }

    // The variables that the fast path reads come first and next to each other, because each further cache line that it
    // touches takes time.
    /// The number of fetches since the statistics last collected this number.
    let fetches = FetchCount()
    /// Its responses; empty until `prepare` is called.
    let codings = PreparedCodings()
    let identity: Identity
    /// Its bytes, which a client can also fetch by their hash.
    let content: ServedContent
    /// The name of its feature, or the former name under which it is served.
    let feature: String
    private let signer: ResponseSigner

    init(_ identity: Identity, of feature: String, _ content: ServedContent, signer: ResponseSigner) {
        self.identity = identity
        self.feature = feature
        self.content = content
        self.signer = signer
    }

    /// Builds and signs the uncompressed response if it is missing; returns false if memory is short. This happens at
    /// the first request, so that a node starts quickly.
    func prepare() -> Bool {
        codings.isPrepared || template.prepare(codings, content.body, digest: content.digest)
    }

    func compress() {
        guard !codings.isComplete, prepare() else { return }
        content.compress()
        template.compress(codings, with: content.compressedBodies)
    }

    /// Returns the signed fields of a response that is built for one request.
    func signedFields(cacheControl: String) -> HTTPFields {
        signer.signed(digestedFields(cacheControl: cacheControl), covering: Self.covered)
    }

    /// Returns the fields of a response that is built for one request and was never released: without a signature, and
    /// without a release, which an app could keep as the newest that it has seen.
    func unreleasedFields(cacheControl: String) -> HTTPFields {
        var fields = digestedFields(cacheControl: cacheControl)
        fields[.galleyRelease] = nil
        return fields
    }

    private func digestedFields(cacheControl: String) -> HTTPFields {
        var fields = fields(cacheControl: cacheControl)
        fields[.contentDigest] = "sha-256=:\(Data(content.digest).base64EncodedString()):"
        return fields
    }

    private var template: ResponseTemplate {
        ResponseTemplate(
            tag: identity.hash, fields: fields(cacheControl: identity.cacheTime.edition),
            signature: .init(signer: signer, covered: Self.covered))
    }

    private func fields(cacheControl: String) -> HTTPFields {
        var fields = HTTPFields.served(cacheControl: cacheControl)
        fields[.galleyFeature] = feature
        fields[.galleyPlatform] = identity.platform
        fields[.galleyVersions] = identity.range.comparators
        fields[.galleyRevision] = String(identity.revision)
        fields[.galleyRelease] = String(identity.release)
        if let renaming = identity.renaming { fields.append(contentsOf: renaming.fields) }
        return fields
    }

    /// The header fields that the signature covers.
    private static let covered: [HTTPField.Name] = [
        .contentDigest, .galleyFeature, .galleyPlatform, .galleyVersions, .galleyRevision, .galleyRelease,
    ]
}

extension HTTPField.Name {
    /// The field with the revision that the edition belongs to.
    static let galleyRevision = constant("Galley-Revision")
    /// The field with the release that published the edition; in a manifest or bundle, the newest release of the index.
    static let galleyRelease = constant("Galley-Release")
}

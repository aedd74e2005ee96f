import Cryptography
import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// A manifest or a bundle with its signed response.
final class ServedDocument: Compressible {
    let body: PreparedBody
    /// The entity tag, without quotes.
    let tag: String
    let codings = PreparedCodings()
    private let template: ResponseTemplate
    private let codingBudget: BodyBudget?

    private static let covered: [HTTPField.Name] = [.contentDigest, .galleyPlatform, .galleyVersions, .galleyRelease]

    /// Creates the response for the clients of a platform and a version range; nil if memory is short. Its body takes a
    /// share of a budget, if there is one.
    ///
    /// `isCompressible`: False for a document that few clients ask for, which is always sent as it is. `codingBudget`: Has
    /// the shares of the compressed bodies; nil if that of the body is large enough for them.
    init?(
        _ json: [UInt8], platform: String, versions: VersionInterval, cacheTime: CacheTime, in index: ReadIndex,
        isCompressible: Bool = false, share: BodyBudget.Share? = nil, codingBudget: BodyBudget? = nil
    ) {
        let digest = SHA256Digest(of: json)
        body = PreparedBody(json, share: share)
        self.codingBudget = codingBudget
        var fields = HTTPFields.served(cacheControl: cacheTime.edition)
        fields[.galleyPlatform] = platform
        fields[.galleyVersions] = versions.comparators
        fields[.galleyRelease] = String(index.release)
        template = ResponseTemplate(
            tag: digest.hex, fields: fields, signature: .init(signer: index.signer, covered: Self.covered))
        tag = digest.hex
        guard template.prepare(codings, body, digest: digest.bytes) else { return nil }
        if !isCompressible { codings.setComplete() }
    }

    func compress() {
        if !codings.isComplete { template.compress(codings, with: CodedBodies(of: body, from: codingBudget)) }
    }
}

import Cryptography
import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository

/// A manifest or a bundle with its signed response.
final class ServedDocument: Sendable {
    let body: PreparedBody
    /// The entity tag, without quotes.
    let tag: String
    let codings = PreparedCodings()

    private static let covered: [HTTPField.Name] = [.contentDigest, .galleyPlatform, .galleyVersions, .galleyRelease]

    /// Creates the response for the clients of a platform and a version range; nil if memory is short.
    init?(
        _ json: [UInt8], platform: String, versions: VersionInterval, cacheTime: CacheTime, in index: ReadIndex
    ) {
        let digest = SHA256Digest(of: json)
        body = PreparedBody(json)
        var fields = HTTPFields.served(cacheControl: cacheTime.edition)
        fields[.galleyPlatform] = platform
        fields[.galleyVersions] = versions.comparators
        fields[.galleyRelease] = String(index.release)
        let template = ResponseTemplate(
            tag: digest.hex, fields: fields, signature: .init(signer: index.signer, covered: Self.covered))
        tag = digest.hex
        guard template.prepare(codings, body, digest: digest.bytes) else { return nil }
    }
}

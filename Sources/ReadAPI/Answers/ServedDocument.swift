import Cryptography
import HTTPTypes
import MicroHTTP
import Publishing

/// A manifest or a bundle with its response.
final class ServedDocument: Sendable {
    let body: PreparedBody
    let responses: CodedResponses

    /// Creates the response; nil if memory is short.
    init?(_ json: [UInt8]) {
        let digest = SHA256Digest(of: json)
        body = PreparedBody(json)
        let fields = HTTPFields.served(cacheControl: CachePolicy.edition)
        guard let responses = CodedResponses(body, tag: digest.hex, digest: digest.bytes, fields: fields) else {
            return nil
        }
        self.responses = responses
    }
}

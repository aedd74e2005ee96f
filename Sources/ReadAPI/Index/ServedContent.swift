import Cryptography
import HTTPTypes
import MicroHTTP
import Publishing
import Synchronization

/// The bytes of an edition, with the response to a request for them by their hash.
final class ServedContent: Sendable {
    /// The SHA-256 of the bytes as 64 lower-case hexadecimal digits.
    let hash: String
    /// The SHA-256 of the bytes.
    let digest: [UInt8]
    let body: PreparedBody
    private let built = AtomicLazyReference<CodedResponses>()
    private let compressed = AtomicLazyReference<CodedBodies>()

    init(hash: String, bytes: [UInt8]) {
        self.hash = hash
        digest = SHA256Digest(hex: hash)?.bytes ?? SHA256Digest(of: bytes).bytes
        body = PreparedBody(bytes)
    }

    /// The responses, built when they are needed first, so that a start need not wait for them; nil if memory is short.
    var responses: CodedResponses? {
        if let known = built.load() { return known }
        let fields = HTTPFields.served(cacheControl: CachePolicy.content)
        return CodedResponses(body, tag: hash, digest: digest, fields: fields).map { built.storeIfNil($0) }
    }

    /// The compressed bytes, made once; this takes milliseconds the first time.
    var codedBodies: CodedBodies { compressed.load() ?? compressed.storeIfNil(CodedBodies(of: body)) }
}

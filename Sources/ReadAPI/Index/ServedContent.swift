import Cryptography
import HTTPTypes
import MicroHTTP
import Publishing
import Synchronization

/// The bytes of an edition, with the response to a request for them by their hash.
final class ServedContent: Compressible {
    /// The SHA-256 of the bytes as 64 lower-case hexadecimal digits.
    let hash: String
    /// The SHA-256 of the bytes.
    let digest: [UInt8]
    let body: PreparedBody
    /// Its responses; empty until `prepare` is called.
    let codings = PreparedCodings()
    private let compressed = AtomicLazyReference<CompressedBodies>()

    init(hash: String, bytes: [UInt8]) {
        self.hash = hash
        digest = SHA256Digest(hex: hash)?.bytes ?? SHA256Digest(of: bytes).bytes
        body = PreparedBody(bytes)
    }

    /// Builds the uncompressed response if it is missing; returns false if memory is short. This happens at the first
    /// request, so that a node starts quickly.
    func prepare() -> Bool {
        codings.isPrepared || template.prepare(codings, body, digest: digest)
    }

    func compress() {
        if !codings.isComplete, prepare() { template.compress(codings, with: compressedBodies) }
    }

    private var template: ResponseTemplate {
        ResponseTemplate(tag: hash, fields: .served(cacheControl: CachePolicy.content))
    }

    /// The compressed bytes, made once; this takes milliseconds the first time.
    var compressedBodies: CompressedBodies { compressed.load() ?? compressed.storeIfNil(CompressedBodies(of: body)) }
}

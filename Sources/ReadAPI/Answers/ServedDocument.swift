import Cryptography
import MicroHTTP
import Synchronization

/// A manifest or a bundle with its signed response.
final class ServedDocument: Compressible {
    let body: PreparedBody
    let mark: DocumentMark
    let codings = PreparedCodings()
    private let codingBudget: BodyBudget?
    /// The shares of the compressed bodies.
    private let codedShares = Mutex<[ContentCoding: BodyBudget.Share]>([:])

    /// The entity tag, without quotes.
    var tag: String { mark.template.tag }

    /// Creates the response with the bytes of a document; nil if memory is short.
    ///
    /// `isCompressible`: False for a document that few clients request, which is never compressed. `codingBudget`: The
    /// budget for the compressed bytes; nil if the share of the body covers them.
    init?(_ body: PreparedBody, _ mark: DocumentMark, isCompressible: Bool, codingBudget: BodyBudget? = nil) {
        self.body = body
        self.mark = mark
        self.codingBudget = codingBudget
        guard mark.template.prepare(codings, body, digest: mark.digest.bytes) else { return nil }
        if !isCompressible { codings.setComplete() }
    }

    /// Returns the share of a budget that the body in a coding uses; nil without a budget.
    func share(of coding: ContentCoding) -> BodyBudget.Share? {
        coding == .identity ? body.share : codedShares.withLock { $0[coding] }
    }

    func compress() {
        guard !codings.isComplete else { return }
        let bodies = CompressedBodies(of: body, from: codingBudget)
        codedShares.withLock { shares in
            shares[.gzip] = bodies.gzip?.share
            shares[.brotli] = bodies.brotli?.share
        }
        mark.template.compress(codings, with: bodies) { coding, digest, size in
            mark.note(coding, digest: digest, size: size)
        }
    }
}

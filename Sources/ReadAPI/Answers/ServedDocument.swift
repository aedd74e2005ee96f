import Cryptography
import MicroHTTP

/// A manifest or a bundle with its signed response.
final class ServedDocument: Compressible {
    let body: PreparedBody
    let mark: DocumentMark
    let codings = PreparedCodings()
    private let codingBudget: BodyBudget?

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

    func compress() {
        guard !codings.isComplete else { return }
        mark.template.compress(codings, with: CodedBodies(of: body, from: codingBudget)) { coding, digest, size in
            mark.note(coding, digest: digest, size: size)
        }
    }
}

import Compression
import MicroHTTP

/// The bytes of a content in the codings in which they are smaller.
final class CodedBodies: Sendable {
    let gzip: PreparedBody?
    let brotli: PreparedBody?

    /// Bodies below this many bytes are sent as they are: the fields of a coding would take what it saves.
    private static let worthwhile = 256

    /// Compresses a body. Each of the results may be sent longest, so it holds a share of `budget`, and is left out if there
    /// is no room; without a budget it holds that of the body.
    init(of body: PreparedBody, from budget: BodyBudget? = nil) {
        guard body.count >= Self.worthwhile else {
            gzip = nil
            brotli = nil
            return
        }
        let bytes = body.copy
        func smaller(_ coded: [UInt8]?) -> PreparedBody? {
            guard let coded, coded.count < bytes.count else { return nil }
            guard let budget else { return PreparedBody(coded, share: body.share) }
            return budget.share(of: coded.count).map { PreparedBody(coded, share: $0) }
        }
        gzip = smaller(Gzip.compress(bytes))
        brotli = smaller(Brotli.compress(bytes))
    }
}

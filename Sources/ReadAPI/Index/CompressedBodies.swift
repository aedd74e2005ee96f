import Compression
import MicroHTTP

/// The compressed bytes of a body, by coding; nil if they would not be smaller or save hardly anything, or if there was
/// no room for them.
final class CompressedBodies: Sendable {
    let gzip: PreparedBody?
    let brotli: PreparedBody?

    /// Bodies below this many bytes are sent as they are: the additional header fields would be as long as the bytes
    /// saved.
    private static let worthwhile = 256

    /// Compresses a body. A client may still receive one of the results when the body itself is no longer needed. So
    /// each result has its own share of `budget`, and is omitted if the budget has no room. Without a budget, each
    /// result keeps the share of the body.
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

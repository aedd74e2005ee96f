import Compression
import MicroHTTP

/// The bytes of a content in the codings in which they are smaller.
final class CodedBodies: Sendable {
    let gzip: PreparedBody?
    let brotli: PreparedBody?

    /// Bodies below this many bytes are sent as they are: the fields of a coding would take what it saves.
    private static let worthwhile = 256

    /// Compresses a body. The results hold its share of a budget, too, because each of them may be sent longest.
    init(of body: PreparedBody) {
        guard body.count >= Self.worthwhile else {
            gzip = nil
            brotli = nil
            return
        }
        let bytes = body.copy
        func smaller(_ coded: [UInt8]?) -> PreparedBody? {
            coded.flatMap { $0.count < bytes.count ? PreparedBody($0, share: body.share) : nil }
        }
        gzip = smaller(Gzip.compress(bytes))
        brotli = smaller(Brotli.compress(bytes))
    }
}

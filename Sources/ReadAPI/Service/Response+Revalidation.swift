import Compression
import Cryptography
import HTTPTypes
import MicroHTTP

extension Response {
    /// The sizes, in bytes, of the bodies that are compressed for a single request. A smaller body hardly shrinks;
    /// compressing a larger one takes tens of milliseconds.
    private static let compressible = 256...1 << 20

    /// Returns a response with JSON text, compressed as the client accepts it, and with a strong entity tag; a 304 if
    /// the client has these bytes.
    static func revalidatable(_ json: [UInt8], for request: Request) -> Response {
        let (coding, body) = coded(json, for: AcceptedCodings(request.headers))
        let tag = "\"\(SHA256Digest(of: json).hex)\(coding.tagSuffix)\""
        var response = Response.json(body)
        response.headers[.eTag] = tag
        response.headers[.vary] = "Accept-Encoding"
        if coding != .identity { response.headers[.contentEncoding] = coding.rawValue }
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) { response.status = .notModified }
        return response
    }

    /// Returns the bytes in the coding that suits a client best, or as they are if compression does not make them
    /// smaller or their number is outside `compressible`.
    private static func coded(_ bytes: [UInt8], for accepted: AcceptedCodings) -> (ContentCoding, [UInt8]) {
        let isCompressible = compressible.contains(bytes.count)
        let coding = accepted.best(hasBrotli: isCompressible, hasGzip: isCompressible)
        let compressed: [UInt8]? =
            switch coding {
            case .identity: nil
            case .gzip: Gzip.compress(bytes)
            case .brotli: Brotli.compress(bytes)
            }
        guard let compressed, compressed.count < bytes.count else { return (.identity, bytes) }
        return (coding, compressed)
    }
}

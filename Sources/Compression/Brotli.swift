internal import CBrotli

/// The Brotli format (RFC 7932).
package enum Brotli {
    /// Compresses bytes into the Brotli format; returns nil if memory is short.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var count = BrotliEncoderMaxCompressedSize(bytes.count)
        guard count > 0 else { return nil }
        var compressed = [UInt8](repeating: 0, count: count)
        let isDone = BrotliEncoderCompress(
            quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &count, &compressed)
        guard isDone == BROTLI_TRUE else { return nil }
        return Array(compressed.prefix(count))
    }

    /// The quality, from 0 to 11. With 6, Brotli is about as fast as gzip and the result is usually smaller; 11 takes
    /// about fifty times as long.
    private static let quality: Int32 = 6
}

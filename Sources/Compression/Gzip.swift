internal import CZlib

/// The gzip format (RFC 1952).
package enum Gzip {
    /// Compresses bytes into the gzip format, without a file name or time; returns nil if memory is short.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard galley_begin_gzip(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var compressed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let status = bytes.withUnsafeBufferPointer { input in
            compressed.withUnsafeMutableBufferPointer { output in
                // zlib declares its input as mutable, but only reads it.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        return Array(compressed.prefix(Int(stream.total_out)))
    }

    /// The level, from 0 to 9: zlib's default, a compromise between speed and size.
    private static let level: Int32 = 6
}

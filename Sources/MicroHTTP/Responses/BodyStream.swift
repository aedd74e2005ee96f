/// A body that is produced piece by piece while it is sent.
package struct BodyStream: Sendable {
    /// Returns the next bytes, at least one, or nil at the end. It may block the connection's thread.
    package let next: @Sendable () -> [UInt8]?

    package init(_ next: @escaping @Sendable () -> [UInt8]?) { self.next = next }
}

/// The bytes of a stream that libmicrohttpd has not taken yet; used only by the connection's thread.
final class BodyStreamReader {
    private let stream: BodyStream
    private var rest: ArraySlice<UInt8> = []

    init(_ stream: BodyStream) { self.stream = stream }

    /// Writes bytes to a buffer and returns their number, or nil at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        if rest.isEmpty {
            guard let next = stream.next(), !next.isEmpty else { return nil }
            rest = next[...]
        }
        let part = rest.prefix(buffer.count)
        buffer.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
    }
}

internal import CMicroHTTPD
import Foundation
package import HTTPTypes

/// A response of libmicrohttpd that is built once and sent any number of times from any thread.
package final class PreparedResponse: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The status with which the response is sent, unless it is sent as a 304.
    package let status: HTTPResponse.Status
    /// The number of bytes of the body; 0 for a stream.
    let size: Int

    /// Creates the response and copies the body; nil if memory is short or a field is invalid.
    package init?(_ response: Response) {
        status = response.status
        size = response.body.count
        let body = PreparedBody(response.body)
        guard let created = Self.make(body) else { return nil }
        pointer = created
        guard Self.add(response.headers, to: created) else { return nil }
    }

    /// Creates a response, to be sent once, whose body is made while it is sent; nil if memory is short or a field is
    /// invalid. The answer to HEAD has no body and no `Content-Length`.
    init?(status: HTTPResponse.Status, headers: HTTPFields, stream: BodyStream, isHead: Bool) {
        self.status = status
        size = 0
        let reader = Unmanaged.passRetained(BodyStreamReader(stream))
        let created = MHD_create_response_from_callback(
            Self.unknownSize, Self.streamBlock, read, reader.toOpaque(), releaseReader)
        guard let created else {
            reader.release()
            return nil
        }
        pointer = created
        // For HEAD, the library would send the chunk that ends a body, and the client would read it as the beginning of
        // the next answer.
        if isHead { galley_end_by_closing(created) }
        guard Self.add(headers, to: created) else { return nil }
    }

    /// Creates a 200 response whose body is not in memory; only its size is stated. It may be sent to HEAD or as a 304;
    /// any other client would lose its connection. Nil if memory is short or a field is invalid.
    package init?(headers: HTTPFields, bodySize: Int) {
        status = .ok
        size = bodySize
        // A response with an empty body would state a wrong length. The library never reads a body that it does not
        // send.
        let created = MHD_create_response_from_callback(UInt64(bodySize), 1, readMissing, nil, nil)
        guard let created else { return nil }
        pointer = created
        guard Self.add(headers, to: created) else { return nil }
    }

    /// The library's `MHD_SIZE_UNKNOWN`, a cast that Swift does not import.
    private static let unknownSize = UInt64.max
    /// The number of bytes that the library asks a stream for at once.
    private static let streamBlock = 4_096

    /// Creates a response without fields, with a body that others may share; nil if memory is short. The caller
    /// destroys it.
    static func make(_ body: PreparedBody) -> OpaquePointer? {
        // The library releases the body when the response has been sent for the last time.
        let held = Unmanaged.passRetained(body)
        let created = MHD_create_response_from_buffer_with_free_callback_cls(
            body.count, body.start, release, held.toOpaque())
        if created == nil { held.release() }
        return created
    }

    /// Adds header fields; false if the library refuses one, which must not be dropped silently.
    private static func add(_ headers: HTTPFields, to response: OpaquePointer) -> Bool {
        headers.allSatisfy { MHD_add_response_header(response, $0.name.rawName, $0.value) == .YES }
    }

    deinit {
        MHD_destroy_response(pointer)
    }

    /// Queues the response on a connection; the library counts the references.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, UInt32(status.code), pointer)
    }
}

/// Releases a body, which the library hands back as the pointer it was given.
private func release(_ body: UnsafeMutableRawPointer?) {
    if let body { Unmanaged<PreparedBody>.fromOpaque(body).release() }
}

/// Fills the library's buffer with the next bytes of a stream.
private func read(
    _ reader: UnsafeMutableRawPointer?, _: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let reader, let buffer else { return endOfStream }
    let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: size)
    return Unmanaged<BodyStreamReader>.fromOpaque(reader).takeUnretainedValue().read(into: bytes) ?? endOfStream
}

/// The library's `MHD_CONTENT_READER_END_OF_STREAM`, a cast that Swift does not import.
private let endOfStream = -1

/// Ends an answer whose body is missing by closing its connection.
private func readMissing(
    _: UnsafeMutableRawPointer?, _: UInt64, _: UnsafeMutablePointer<CChar>?, _: Int
) -> Int { endWithError }

/// The library's `MHD_CONTENT_READER_END_WITH_ERROR`, a cast that Swift does not import.
private let endWithError = -2

/// Releases a stream's reader.
private func releaseReader(_ reader: UnsafeMutableRawPointer?) {
    if let reader { Unmanaged<BodyStreamReader>.fromOpaque(reader).release() }
}

internal import CMicroHTTPD
import Foundation
package import HTTPTypes

/// A response that is built once and sent any number of times from any thread.
package final class PreparedResponse: @unchecked Sendable {
    private let response: OpaquePointer
    /// The status, unless it is sent as a 304.
    package let status: HTTPResponse.Status

    /// Creates the response and copies the body; nil if memory is short or a field is invalid.
    package init?(_ response: Response) {
        status = response.status
        let created = response.body.withUnsafeBytes { body in
            // The library only reads from a buffer that it copies.
            MHD_create_response_from_buffer(
                body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let created else { return nil }
        self.response = created
        for field in response.headers {
            // A field that the library refuses must not be dropped silently.
            guard MHD_add_response_header(created, field.name.rawName, field.value) == .YES else { return nil }
        }
    }

    deinit {
        MHD_destroy_response(response)
    }

    /// Queues the response on a connection; the library counts the references.
    ///
    /// `notModified`: Sends status 304 with the same fields, including the body's length, but without the body.
    func queue(on connection: OpaquePointer, notModified: Bool = false) -> MHD_Result {
        MHD_queue_response(connection, notModified ? 304 : UInt32(status.code), response)
    }
}

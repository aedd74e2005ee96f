internal import CMicroHTTPD
import Foundation
package import HTTPTypes

/// A response that is built once and sent any number of times from any thread.
package final class PreparedResponse: @unchecked Sendable {
    private let response: OpaquePointer
    /// The status, unless it is sent as a 304.
    package let status: HTTPResponse.Status

    /// Creates the response and copies the body; nil if memory is short or a field is invalid.
    package convenience init?(_ response: Response) {
        self.init(status: response.status, headers: response.headers, body: PreparedBody(response.body))
    }

    /// Creates the response with a body that others may share; nil if memory is short or a field is invalid.
    package init?(status: HTTPResponse.Status = .ok, headers: HTTPFields, body: PreparedBody) {
        self.status = status
        // The library lets go of the body when the response has been sent for the last time.
        let held = Unmanaged.passRetained(body)
        let created = MHD_create_response_from_buffer_with_free_callback_cls(
            body.count, body.start, release, held.toOpaque())
        guard let created else {
            held.release()
            return nil
        }
        self.response = created
        for field in headers {
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

/// Lets go of a body, which the library hands back as the pointer it was given.
private func release(_ body: UnsafeMutableRawPointer?) {
    if let body { Unmanaged<PreparedBody>.fromOpaque(body).release() }
}

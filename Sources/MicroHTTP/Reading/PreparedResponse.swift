internal import CMicroHTTPD
import Foundation
package import HTTPTypes

/// A response that is built once and sent any number of times, from any thread: status, fields and body.
package final class PreparedResponse: @unchecked Sendable {
    private let response: OpaquePointer
    /// The status it is sent with, unless a 304 is asked for.
    package let status: HTTPResponse.Status

    /// Copies the body once; nil when memory is short or a field cannot be sent.
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
            // A field that the library refuses must not be left out in silence.
            guard MHD_add_response_header(created, field.name.rawName, field.value) == .YES else { return nil }
        }
    }

    deinit {
        MHD_destroy_response(response)
    }

    /// Hands the response to the library, which counts its references itself.
    ///
    /// `notModified`: Sends status 304 and the fields, with the body's length but not the body.
    func queue(on connection: OpaquePointer, notModified: Bool = false) -> MHD_Result {
        MHD_queue_response(connection, notModified ? 304 : UInt32(status.code), response)
    }
}

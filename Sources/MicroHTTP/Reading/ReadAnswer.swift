internal import CMicroHTTPD
package import HTTPTypes

/// A prepared response, sent in full or as a 304.
package struct ReadAnswer: @unchecked Sendable {
    private let response: OpaquePointer
    /// The object that keeps the response.
    private let owner: AnyObject
    private let code: Int
    /// True if it is sent as a 304, with the same fields but without the body.
    package let isNotModified: Bool

    /// Creates the answer of a response that was prepared for any status.
    package init(_ response: PreparedResponse, isNotModified: Bool = false) {
        self.response = response.pointer
        owner = response
        code = response.status.code
        self.isNotModified = isNotModified
    }

    /// Creates the answer of a 200 response that `owner` keeps.
    init(_ response: OpaquePointer, of owner: AnyObject, isNotModified: Bool) {
        self.response = response
        self.owner = owner
        code = HTTPResponse.Status.ok.code
        self.isNotModified = isNotModified
    }

    /// The status with which it is sent.
    package var status: HTTPResponse.Status { isNotModified ? .notModified : HTTPResponse.Status(code: code) }

    /// Queues the response on a connection; the library counts the references.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, UInt32(isNotModified ? Self.notModified : code), response)
    }

    private static let notModified = 304
}

internal import CMicroHTTPD
package import HTTPTypes

/// A prepared response, sent in full or as a 304.
package struct ReadAnswer: @unchecked Sendable {
    private let response: OpaquePointer
    /// The object that keeps the response in memory.
    private let owner: AnyObject
    private let code: Int
    private let size: Int
    /// True if the response is sent as a 304, with the same fields but without the body.
    package let isNotModified: Bool
    /// The share of a budget that the body uses until it has been sent; nil without a budget.
    package var share: BodyBudget.Share?

    /// Creates an answer with a prepared response of any status.
    package init(_ response: PreparedResponse, isNotModified: Bool = false) {
        self.response = response.pointer
        owner = response
        code = response.status.code
        size = response.size
        self.isNotModified = isNotModified
    }

    /// Creates an answer with a 200 response that `owner` keeps in memory.
    init(_ response: OpaquePointer, of owner: AnyObject, size: Int, isNotModified: Bool) {
        self.response = response
        self.owner = owner
        code = HTTPResponse.Status.ok.code
        self.size = size
        self.isNotModified = isNotModified
    }

    /// The status with which the response is sent.
    package var status: HTTPResponse.Status { isNotModified ? .notModified : HTTPResponse.Status(code: code) }

    /// Returns the number of bytes of the body that are sent.
    func bodySize(isHead: Bool) -> Int { isNotModified || isHead ? 0 : size }

    /// Returns the share of a budget that the body uses until it has been sent; nil without a budget or a body.
    func sentShare(isHead: Bool) -> BodyBudget.Share? { bodySize(isHead: isHead) > 0 ? share : nil }

    /// Queues the response on a connection, which retains it, and counts the answer.
    ///
    /// `isHead`: True for the answer to HEAD, which is sent without the body.
    func queue(on connection: OpaquePointer, isHead: Bool, counting traffic: TrafficPart) -> MHD_Result {
        let status = isNotModified ? Self.notModified : code
        traffic.answered(status, bytes: bodySize(isHead: isHead))
        return MHD_queue_response(connection, UInt32(status), response)
    }

    private static let notModified = 304
}

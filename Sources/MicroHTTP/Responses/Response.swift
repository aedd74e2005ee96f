package import HTTPTypes

/// The answer of a handler. The listener adds the length, the date, the request's id and the security fields.
package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    /// The body; for a 304 the body of the 200, of which only the length is sent.
    package var body: [UInt8]
    /// The pattern of the route that answered, for the log; set by `Router`.
    package var route: String?

    /// Creates a response of any status.
    package init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns an HTML page.
    package static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "text/html; charset=utf-8"], body: Array(text.utf8))
    }

    /// Returns a response with JSON text.
    package static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: bytes)
    }

    /// Returns a response with plain text.
    package static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    /// Returns problem details (RFC 9457) from their JSON text.
    package static func problem(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.contentType: "application/problem+json"], body: bytes)
    }

    /// Returns a 303 redirect to `location`; a value that is invalid in a header is a programming error and becomes a
    /// 500.
    package static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location])
    }
}

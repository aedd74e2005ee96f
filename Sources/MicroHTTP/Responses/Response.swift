package import HTTPTypes

/// What a handler answers. The listener adds the length, the date, the request's id and the security fields.
package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    /// For a 304 the bytes the 200 would have: only their length is sent.
    package var body: [UInt8]
    /// The pattern of the route that answered, for the log; filled by `Router`.
    package var route: String?

    /// A response of any status.
    package init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An HTML page.
    package static func html(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "text/html; charset=utf-8"], body: Array(text.utf8))
    }

    /// JSON that is already text.
    package static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: bytes)
    }

    /// Plain text.
    package static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    /// Problem details (RFC 9457) that are already JSON.
    package static func problem(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.contentType: "application/problem+json"], body: bytes)
    }

    /// 303: go and GET `location`; a value that cannot stand in a header is a programming error and answers 500.
    package static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location])
    }
}

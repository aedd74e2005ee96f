package import HTTPTypes

/// The answer of a handler. The listener adds the length, the date, the request's id and the security fields.
package struct Response: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    /// The body; for a 304 the body of the 200 response, of which only the length is sent.
    package var body: [UInt8]
    /// The pattern of the route that answered, for the log; set by `Router`.
    package var route: String?
    /// The form in which the listener sends the response.
    package var delivery = Delivery.whole
    /// The share of a budget that a body of the form `whole` uses until it has been sent; nil without a budget.
    package var share: BodyBudget.Share?

    /// The form in which a response is sent.
    package enum Delivery: Sendable {
        /// The status, the fields and the body.
        case whole
        /// A response that is already built, with its own status and fields.
        case prepared(ReadAnswer)
        /// The status, the fields, and a body that is made while it is sent.
        case stream(BodyStream)
    }

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

    /// Returns a response that is already built.
    package static func prepared(_ answer: ReadAnswer) -> Response {
        var response = Response(status: answer.status)
        response.delivery = .prepared(answer)
        return response
    }

    /// Returns a response whose body is made while it is sent.
    package static func stream(_ stream: BodyStream, headers: HTTPFields) -> Response {
        var response = Response(headers: headers)
        response.delivery = .stream(stream)
        return response
    }

    /// Returns a 303 redirect to `location`, an encoded path or URL; characters that a header field cannot contain
    /// become spaces.
    package static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location])
    }
}

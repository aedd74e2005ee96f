package import HTTPTypes

/// The answers of the listener and the router themselves: to requests that reach no handler, or whose handler failed.
package enum Refusal: String, Sendable, CaseIterable {
    case badRequest = "malformed-request"
    case malformedTarget = "malformed-target"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case bodyTooLarge = "body-too-large"
    case targetTooLong = "uri-too-long"
    case unexpectedExpectation = "expectation-failed"
    case headersTooLarge = "headers-too-large"
    /// Too many requests are being handled; the client may retry.
    case overloaded
    case internalError = "internal-error"
    case versionNotSupported = "http-version-not-supported"

    package var status: HTTPResponse.Status {
        switch self {
        case .badRequest, .malformedTarget: .badRequest
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .bodyTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .unexpectedExpectation: .expectationFailed
        case .headersTooLarge: .requestHeaderFieldsTooLarge
        case .overloaded: .serviceUnavailable
        case .internalError: .internalServerError
        case .versionNotSupported: .httpVersionNotSupported
        }
    }

    /// Problem details (RFC 9457) without internal information.
    package var response: Response {
        let body =
            #"{"type":"/problems/\#(rawValue)","title":"\#(title)","status":\#(status.code),"#
            + #""detail":"\#(detail)"}"#
        var response = Response.problem(Array(body.utf8), status: status)
        // Clients that were refused together must not come back together.
        if self == .overloaded { response.headers[.retryAfter] = String(Int.random(in: 1...9)) }
        if closesConnection { response.headers[.connection] = "close" }
        return response
    }

    /// The title; a type that the read API uses too has the same title there.
    private var title: String {
        switch self {
        case .notFound: "There is nothing at this address"
        case .overloaded: "The server is overloaded"
        default: status.reasonPhrase
        }
    }

    /// The sentence for the person who reads the client's log.
    private var detail: String {
        switch self {
        case .badRequest:
            "The request is malformed or ambiguous, has too many arguments, or has a body where none is accepted."
        case .malformedTarget: "The address is not a path with valid escapes."
        case .notFound: "There is nothing at this address."
        case .methodNotAllowed: "The address does not support this method; Allow names the methods it supports."
        case .bodyTooLarge: "The body is larger than this address accepts."
        case .targetTooLong: "The address is too long."
        case .unexpectedExpectation: "Only the expectation 100-continue is known."
        case .headersTooLarge: "The header fields are too many or too long."
        case .overloaded: "Too many requests are being handled; ask again soon."
        case .internalError: "The request failed; the log of the server has the reason."
        case .versionNotSupported: "Send HTTP/1.1 or HTTP/1.0."
        }
    }

    /// True if the rest of the connection can no longer be interpreted safely or is not wanted; false for unknown paths
    /// and internal errors.
    package var closesConnection: Bool { self != .notFound && self != .internalError }
}

package import HTTPTypes

/// The answers to requests that are refused before or instead of a handler.
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
            #"{"type":"/problems/\#(rawValue)","title":"\#(status.reasonPhrase)","status":\#(status.code)}"#
        var response = Response.problem(Array(body.utf8), status: status)
        if self == .overloaded { response.headers[.retryAfter] = "5" }
        if closesConnection { response.headers[.connection] = "close" }
        return response
    }

    /// True if the rest of the connection can no longer be interpreted safely or is not wanted; false for unknown paths
    /// and internal errors.
    package var closesConnection: Bool { self != .notFound && self != .internalError }
}

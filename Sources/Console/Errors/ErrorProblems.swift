import HTTPTypes
import MicroHTTP

/// Answers requests of programs with problem details (RFC 9457) where people get an error page.
struct ErrorProblems: ErrorAnswers {
    /// Returns true if the request is for the management API, so that it gets problem details instead of a page.
    static func answer(_ request: Request) -> Bool { request.path.hasPrefix("/api/") }

    func tooManyFields(_ request: Request) throws -> Response {
        try APIProblem.response(
            .contentTooLarge, "too-large", title: Texts["errors.too-many-fields"],
            detail: Texts["errors.the-request-has-more-than-fields", ["limit": Request.maximumFields]])
    }

    func busy(_ request: Request) throws -> Response { try unavailable(Texts["api.busy"], retryAfter: 2) }

    func databaseAway(_ request: Request) throws -> Response {
        try unavailable(Texts["api.database-away"], retryAfter: 5)
    }

    func changeWaiting(_ request: Request) throws -> Response {
        try unavailable(Texts["api.change-waiting"], retryAfter: 5)
    }

    func failed(_ request: Request) throws -> Response {
        try APIProblem.response(
            .internalServerError, "internal-error", title: Texts["errors.internal-error"],
            detail: Texts["api.look-in-the-log", ["request": request.id]])
    }

    private func unavailable(_ detail: String, retryAfter seconds: Int) throws -> Response {
        var response = try APIProblem.response(
            .serviceUnavailable, "unavailable", title: Texts["api.not-available"], detail: detail)
        response.headers[.retryAfter] = String(seconds)
        return response
    }
}

import HTTPTypes
import MicroHTTP

/// Answers the health checks of supervisors and proxies.
struct HealthHandlers: Sendable {
    let isReady: @Sendable () -> Bool

    /// Reports that the process is running; always 200.
    @Sendable func live(_ request: Request) -> Response { Self.answer("ok") }

    /// Reports if the console can serve requests: 200 if it can, 503 otherwise.
    @Sendable func ready(_ request: Request) -> Response {
        isReady() ? Self.answer("ready") : Self.answer("starting", .serviceUnavailable)
    }

    /// Returns a JSON object with the member `status`.
    private static func answer(_ status: String, _ code: HTTPResponse.Status = .ok) -> Response {
        .json(Array(#"{"status":"\#(status)"}"#.utf8), status: code)
    }
}

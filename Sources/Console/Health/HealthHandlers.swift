import HTTPTypes
import MicroHTTP

/// The health checks for supervisors and proxies.
struct HealthHandlers: Sendable {
    let isReady: @Sendable () -> Bool

    /// Reports that the process answers.
    @Sendable func live(_ request: Request) -> Response { Self.answer("ok") }

    /// Reports if the node is ready to work.
    @Sendable func ready(_ request: Request) -> Response {
        isReady() ? Self.answer("ready") : Self.answer("starting", .serviceUnavailable)
    }

    /// Returns the answer in the form of the other listeners' answers.
    private static func answer(_ status: String, _ code: HTTPResponse.Status = .ok) -> Response {
        .json(Array(#"{"status":"\#(status)"}"#.utf8), status: code)
    }
}

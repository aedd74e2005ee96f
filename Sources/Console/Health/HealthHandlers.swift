import HTTPTypes
import MicroHTTP

/// What supervisors and proxies ask.
struct HealthHandlers: Sendable {
    let isReady: @Sendable () -> Bool

    /// The process answers.
    @Sendable func live(_ request: Request) -> Response { .text("ok\n") }

    /// The node can work.
    @Sendable func ready(_ request: Request) -> Response {
        isReady() ? .text("ready\n") : .text("not ready\n", status: .serviceUnavailable)
    }
}

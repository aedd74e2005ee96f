import HTTPTypes
import MicroHTTP

/// The health checks for supervisors and proxies.
struct HealthHandlers: Sendable {
    let isReady: @Sendable () -> Bool

    /// Reports that the process answers.
    @Sendable func live(_ request: Request) -> Response { .text("ok\n") }

    /// Reports if the node is ready to work.
    @Sendable func ready(_ request: Request) -> Response {
        isReady() ? .text("ready\n") : .text("not ready\n", status: .serviceUnavailable)
    }
}

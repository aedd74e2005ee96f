import HTTPTypes
package import Logging

/// Logs one line per answer: method, route pattern, status, milliseconds, id; of a refused request only status, reason
/// and id. Also logs the error of a handler that failed. Never logs bodies, cookies or queries.
package struct RequestLog: Sendable {
    private let logger: Logger

    /// Creates a log that writes to `logger`: answers at the info level, failures of handlers at the error level.
    package init(_ logger: Logger) {
        self.logger = logger
    }

    func answered(_ request: Request, with response: Response, nanoseconds: UInt64) {
        logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)",
                "route": "\(response.route ?? "-")",
                "status": "\(response.status.code)",
                "milliseconds": "\(Double(nanoseconds / 10_000) / 100)",
                "request": "\(request.id)",
            ])
    }

    func refused(_ refusal: Refusal, id: String) {
        logger.info(
            "request refused",
            metadata: ["status": "\(refusal.status.code)", "why": "\(refusal.rawValue)", "request": "\(id)"])
    }

    func failed(_ request: Request, _ error: any Error) {
        logger.error(
            "handler failed",
            metadata: ["method": "\(request.method.rawValue)", "error": "\(error)", "request": "\(request.id)"])
    }
}

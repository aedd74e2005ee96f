import HTTPTypes
import MicroHTTP

/// The metrics of the console's process, at `/metrics`. They need no sign-in, like the health check.
struct ConsoleMetrics: Sendable {
    let readiness: Readiness
    /// The answers and connections of the console's listener.
    let traffic = Traffic()

    /// Returns the answer to a request for the metrics; nil for every other request.
    func answer(_ request: Request) -> Response? {
        guard request.path == "/metrics", request.method == .get || request.method == .head else { return nil }
        var text = MetricsText()
        text.gauge("ready", "1 if the database answers, is migrated and has schemas.", readiness.check())
        text.add(traffic.reading)
        var response = text.response
        response.route = "/metrics"
        return response
    }
}

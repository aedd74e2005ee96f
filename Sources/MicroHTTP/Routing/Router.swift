package import HTTPTypes

/// Answers a request.
package typealias Handler = @Sendable (Request) throws -> Response

/// Handlers by method and path pattern. Patterns are matched on the raw path, segment by segment, each decoded alone:
/// an encoded slash never makes two segments.
package struct Router: Sendable {
    private struct Route: Sendable {
        var method: HTTPRequest.Method
        var pattern: RoutePattern
        var bodyLimit: Int
        var handler: Handler
    }

    private var routes: [Route] = []

    /// No routes.
    package init() {}

    /// Adds a route; of several that match, the one with the earliest literal segment wins, then the first added.
    ///
    /// - Parameters:
    ///   - pattern: `/features/:feature`; a last segment `*rest` takes all that is left, slashes included.
    ///   - bodyLimit: Bytes; a larger body answers 413.
    package mutating func on(
        _ method: HTTPRequest.Method, _ pattern: String, bodyLimit: Int = 64 * 1024, _ handler: @escaping Handler
    ) {
        routes.append(
            Route(method: method, pattern: RoutePattern(pattern), bodyLimit: bodyLimit, handler: handler))
    }

    /// Every route as (method, pattern), in the order they were added.
    package var table: [(method: HTTPRequest.Method, pattern: String)] {
        routes.map { ($0.method, $0.pattern.text) }
    }

    /// The body in bytes that the route of a request accepts; 0 where no route answers it.
    package func bodyLimit(for method: HTTPRequest.Method, path: String) -> Int {
        guard let segments = RoutePattern.segments(of: path) else { return 0 }
        return matches(segments).first { $0.route.method == effective(method) }?.route.bodyLimit ?? 0
    }

    /// The answer of the route that matches; 404 when none has the path, 405 with `Allow` when none has the method,
    /// 400 for a malformed path, 413 for too large a body. HEAD is answered as GET; the listener leaves out the body.
    package func respond(to request: Request) throws -> Response {
        guard let segments = RoutePattern.segments(of: request.path) else {
            return Refusal.malformedTarget.response
        }
        let matches = matches(segments)
        guard !matches.isEmpty else { return Refusal.notFound.response }
        guard let (route, parameters) = matches.first(where: { $0.route.method == effective(request.method) }) else {
            var response = Refusal.methodNotAllowed.response
            response.headers[.allow] = allowed(matches.map(\.route.method))
            response.route = matches[0].route.pattern.text
            return response
        }
        guard request.body.count <= route.bodyLimit else { return Refusal.bodyTooLarge.response }
        var request = request
        request.parameters = parameters
        var response = try route.handler(request)
        response.route = response.route ?? route.pattern.text
        return response
    }

    private func matches(_ segments: [String]) -> [(route: Route, parameters: [String: String])] {
        let found = routes.compactMap { route in
            route.pattern.parameters(matching: segments).map { (route: route, parameters: $0) }
        }
        guard let best = found.map(\.route.pattern).max(by: { $1.isMoreSpecific(than: $0) }) else { return [] }
        return found.filter { !best.isMoreSpecific(than: $0.route.pattern) }
    }

    private func effective(_ method: HTTPRequest.Method) -> HTTPRequest.Method {
        method == .head ? .get : method
    }

    private func allowed(_ methods: [HTTPRequest.Method]) -> String {
        var names = Set(methods.map(\.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        return names.sorted().joined(separator: ", ")
    }
}

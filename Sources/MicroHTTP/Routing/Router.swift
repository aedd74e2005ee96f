package import HTTPTypes

/// Answers a request.
package typealias Handler = @Sendable (Request) throws -> Response

/// Decides from a request's line and header fields how many bytes of body it may carry, at most a limit; with 0 the
/// handler answers without it.
package typealias BodyAdmission = @Sendable (_ request: Request, _ limit: Int) throws -> Int

/// Handlers by method and path pattern. Patterns are matched on the raw path, segment by segment, each decoded alone:
/// an encoded slash never makes two segments.
package struct Router: Sendable {
    private struct Route: Sendable {
        var method: HTTPRequest.Method
        var pattern: RoutePattern
        var bodyLimit: Int
        var admission: BodyAdmission?
        var handler: Handler
    }

    private var routes: [Route] = []
    private let admission: BodyAdmission

    /// No routes.
    ///
    /// `admission`: Whose bodies are read by routes that do not say it themselves; everybody's by default.
    package init(admitting admission: @escaping BodyAdmission = { $1 }) { self.admission = admission }

    /// Adds a route; of several with the method that match, the one with the earliest literal segment wins, then the
    /// first added.
    ///
    /// `pattern`: `/features/:feature`; a last segment `*rest` takes all that is left, slashes included.
    /// `bodyLimit`: Bytes; a larger body answers 413.
    /// `admission`: Whose bodies are read; the router's by default.
    package mutating func on(
        _ method: HTTPRequest.Method, _ pattern: String, bodyLimit: Int = 64 * 1024,
        admitting admission: BodyAdmission? = nil, _ handler: @escaping Handler
    ) {
        routes.append(
            Route(
                method: method, pattern: RoutePattern(pattern), bodyLimit: bodyLimit, admission: admission,
                handler: handler))
    }

    /// Every route as (method, pattern), in the order they were added.
    package var table: [(method: HTTPRequest.Method, pattern: String)] {
        routes.map { ($0.method, $0.pattern.text) }
    }

    /// The body in bytes that is accepted with a request whose body is still to come; 0 where no route answers it.
    package func bodyLimit(for request: Request) throws -> Int {
        guard let segments = RoutePattern.segments(of: request.path),
            let route = matches(segments).first(where: { $0.route.method == effective(request.method) })?.route
        else { return 0 }
        return try (route.admission ?? admission)(request, route.bodyLimit)
    }

    /// The answer of the route that matches; 404 when none has the path, 405 with `Allow` when none has the method,
    /// 400 for a malformed path, 413 for too large a body. HEAD is answered as GET; the listener leaves out the body.
    package func respond(to request: Request) throws -> Response {
        // No route has these, and CONNECT's target is no path.
        if request.method == .trace || request.method == .connect { return notAllowed([]) }
        guard let segments = RoutePattern.segments(of: request.path) else {
            return Refusal.malformedTarget.response
        }
        let matches = matches(segments)
        guard !matches.isEmpty else { return Refusal.notFound.response }
        guard let (route, parameters) = matches.first(where: { $0.route.method == effective(request.method) }) else {
            return notAllowed(matches.map(\.route))
        }
        guard request.body.count <= route.bodyLimit else { return Refusal.bodyTooLarge.response }
        var request = request
        request.parameters = parameters
        var response = try route.handler(request)
        response.route = response.route ?? route.pattern.text
        return response
    }

    /// The routes of a path, the most specific first.
    private func matches(_ segments: [String]) -> [(route: Route, parameters: [String: String])] {
        var found: [(route: Route, parameters: [String: String])] = []
        for route in routes {
            guard let parameters = route.pattern.parameters(matching: segments) else { continue }
            let place = found.firstIndex { route.pattern.isMoreSpecific(than: $0.route.pattern) } ?? found.endIndex
            found.insert((route, parameters), at: place)
        }
        return found
    }

    private func effective(_ method: HTTPRequest.Method) -> HTTPRequest.Method {
        method == .head ? .get : method
    }

    private func notAllowed(_ routes: [Route]) -> Response {
        var names = Set(routes.map(\.method.rawValue))
        if routes.isEmpty || names.contains("GET") { names.formUnion(["GET", "HEAD"]) }
        var response = Refusal.methodNotAllowed.response
        response.headers[.allow] = names.sorted().joined(separator: ", ")
        response.route = routes.first?.pattern.text
        return response
    }
}

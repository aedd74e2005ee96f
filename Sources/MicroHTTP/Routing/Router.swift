package import HTTPTypes

/// A function that answers a request.
package typealias Handler = @Sendable (Request) throws -> Response

/// Returns the maximum body length in bytes for a request, at most `limit`, from its request line and header fields;
/// with 0 the handler answers without the body.
package typealias BodyAdmission = @Sendable (_ request: Request, _ limit: Int) throws -> Int

/// The handlers by method and path pattern. Patterns match the raw path segment by segment, each decoded separately, so
/// that an encoded slash never separates segments.
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

    /// Creates a router without routes.
    ///
    /// `admission`: Returns the maximum body length of a request, for routes without an admission of their own; by
    /// default the route's `bodyLimit`.
    package init(admitting admission: @escaping BodyAdmission = { $1 }) { self.admission = admission }

    /// Adds a route. If several routes of the method match, the most specific one wins: at the first segment where
    /// their kinds differ, a literal comes before `:name`, and `:name` before `*rest`. Of equally specific routes, the
    /// one added first wins.
    ///
    /// `pattern`: Such as `/features/:feature`; a last segment `*rest` matches the rest of the path, slashes included.
    /// `bodyLimit`: In bytes; a larger body is answered with 413.
    /// `admission`: Returns the maximum body length of a request; by default the router's admission decides.
    package mutating func on(
        _ method: HTTPRequest.Method, _ pattern: String, bodyLimit: Int = 64 * 1024,
        admitting admission: BodyAdmission? = nil, _ handler: @escaping Handler
    ) {
        routes.append(
            Route(
                method: method, pattern: RoutePattern(pattern), bodyLimit: bodyLimit, admission: admission,
                handler: handler))
    }

    /// Every route as (method, pattern), in the order of addition.
    package var table: [(method: HTTPRequest.Method, pattern: String)] {
        routes.map { ($0.method, $0.pattern.text) }
    }

    /// Returns the maximum body length in bytes for a request whose body has not been read; 0 if no route matches it.
    package func bodyLimit(for request: Request) throws -> Int {
        guard let segments = RoutePattern.segments(of: request.path),
            let route = matches(segments).first(where: { $0.route.method == effective(request.method) })?.route
        else { return 0 }
        return try (route.admission ?? admission)(request, route.bodyLimit)
    }

    /// Returns the answer of the matching route, or 404 if none has the path, 405 with `Allow` if none has the method,
    /// 400 for a malformed path and for a GET or HEAD with a body, 413 for a body that is too large. HEAD is answered
    /// like GET; the listener drops the body.
    package func respond(to request: Request) throws -> Response {
        // No route has these methods, and the target of CONNECT is not a path.
        if request.method == .trace || request.method == .connect { return notAllowed([]) }
        guard let segments = RoutePattern.segments(of: request.path) else {
            return Refusal.malformedTarget.response
        }
        let matches = matches(segments)
        guard !matches.isEmpty else { return Refusal.notFound.response }
        guard let (route, parameters) = matches.first(where: { $0.route.method == effective(request.method) }) else {
            return notAllowed(matches.map(\.route))
        }
        guard !request.hasUnexpectedBody else { return Refusal.badRequest.response }
        guard request.body.count <= route.bodyLimit else { return Refusal.bodyTooLarge.response }
        var request = request
        request.parameters = parameters
        request.route = route.pattern.text
        var response = try route.handler(request)
        response.route = response.route ?? route.pattern.text
        return response
    }

    /// Returns the routes that match a path, the most specific first.
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

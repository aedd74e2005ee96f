import HTTPTypes
import MicroHTTP

/// The cookie that holds a session's token.
struct SessionCookie: Sendable {
    private let isSecure: Bool

    /// With https the name has the `__Host-` prefix, which browsers only accept from this host, securely, for all paths.
    init(baseURL: String) {
        isSecure = baseURL.lowercased().hasPrefix("https:")
    }

    private var name: String { isSecure ? "__Host-galley-session" : "galley-session" }
    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }

    /// The token a request carries.
    func token(in request: Request) -> String? {
        request.cookies[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Makes the browser keep a token until it is closed; the session itself ends on the server.
    func set(_ token: String, on response: inout Response) {
        response.headers.append(HTTPField(name: .setCookie, value: "\(name)=\(token)\(attributes)"))
    }

    /// Makes the browser forget it.
    func clear(on response: inout Response) {
        response.headers.append(HTTPField(name: .setCookie, value: "\(name)=; Max-Age=0\(attributes)"))
    }
}

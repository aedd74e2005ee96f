import MicroHTTP

/// The cookie that holds a session's token.
struct SessionCookie: Sendable {
    private let cookie: ConsoleCookie

    init(baseURL: String) { cookie = ConsoleCookie("galley-session", baseURL: baseURL) }

    /// The token a request carries.
    func token(in request: Request) -> String? { cookie.value(in: request) }

    /// Makes the browser keep a token until it is closed; the session itself ends on the server.
    func set(_ token: String, on response: inout Response) { cookie.set(token, on: &response) }

    /// Makes the browser forget it.
    func clear(on response: inout Response) { cookie.clear(on: &response) }
}

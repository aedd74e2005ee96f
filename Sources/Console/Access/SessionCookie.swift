import MicroHTTP

/// The cookie that holds a session's token.
struct SessionCookie: Sendable {
    private let cookie: ConsoleCookie

    init(baseURL: String) { cookie = ConsoleCookie("galley-session", baseURL: baseURL) }

    /// Returns the token in a request.
    func token(in request: Request) -> String? { cookie.value(in: request) }

    /// Sets a token until the browser is closed; the session's own end is kept on the server.
    func set(_ token: String, on response: inout Response) { cookie.set(token, on: &response) }

    /// Deletes the token.
    func clear(on response: inout Response) { cookie.clear(on: &response) }
}

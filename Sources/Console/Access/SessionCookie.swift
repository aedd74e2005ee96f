import MicroHTTP

/// The cookie with a session's token.
struct SessionCookie: Sendable {
    private let cookie: ConsoleCookie

    init(baseURL: String) { cookie = ConsoleCookie("galley-session", baseURL: baseURL) }

    /// Returns the token in a request; nil if it has none.
    func token(in request: Request) -> String? { cookie.value(in: request) }

    /// Sets the cookie until the browser is closed. When the session expires is decided on the server.
    func set(_ token: String, on response: inout Response) { cookie.set(token, on: &response) }

    /// Deletes the cookie.
    func clear(on response: inout Response) { cookie.clear(on: &response) }
}

import MicroHTTP

/// Notices that the page after a redirect shows once. A cookie contains the notice's code, signed for one session and
/// path, so that other sites cannot make a page show a false notice.
struct Notices: Sendable {
    /// The lifetime of a notice in seconds.
    private static let seconds = 60

    private let signing: Signing
    private let cookie: ConsoleCookie

    init(signing: Signing, baseURL: String) {
        self.signing = signing
        cookie = ConsoleCookie("galley-notice", baseURL: baseURL)
    }

    /// Returns a redirect to a page that shows the notice for a code. `session` is the session's CSRF token, empty if
    /// nobody is signed in.
    func redirect(to path: String, saying code: String, session: String, query: String = "") -> Response {
        var response = Response.seeOther(query.isEmpty ? path : "\(path)?\(query)")
        cookie.set("\(code):\(proof(code, path, session))", seconds: Self.seconds, on: &response)
        return response
    }

    /// Returns the notice for a request's page; nil if there is none, or if it was not signed for this session and
    /// path.
    func notice(in request: Request, session: String) -> Notice? {
        guard let parts = cookie.value(in: request)?.split(separator: ":"), parts.count == 2,
            signing.accepts(String(parts[1]), for: "notice", Self.text(String(parts[0]), request.path, session))
        else { return nil }
        return Notice(code: String(parts[0]))
    }

    /// Deletes the cookie of a notice that the page shows, so that reloading does not show it again.
    func forget(_ notice: Notice?, on response: inout Response) {
        if notice != nil { cookie.clear(on: &response) }
    }

    private func proof(_ code: String, _ path: String, _ session: String) -> String {
        signing.code(for: "notice", Self.text(code, path, session))
    }

    private static func text(_ code: String, _ path: String, _ session: String) -> String {
        "\(session)\n\(path)\n\(code)"
    }
}

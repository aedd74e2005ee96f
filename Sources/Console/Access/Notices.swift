import MicroHTTP

/// Notices that a redirect leaves for the next page, signed for one session and one path: a link cannot make a page say
/// what did not happen.
struct Notices: Sendable {
    private let signing: Signing

    init(signing: Signing) {
        self.signing = signing
    }

    /// A redirect to a path and a query, where the page says what a code means. `session` is the token of its forms,
    /// empty for those who are not signed in.
    func redirect(to path: String, saying code: String, session: String, query: String = "") -> Response {
        .seeOther("\(path)?\(query.isEmpty ? "" : query + "&")notice=\(code)&proof=\(proof(code, path, session))")
    }

    /// What a request's page is to say; nil when nothing, or when it was not made here for this session and path.
    func notice(in request: Request, session: String) -> Notice? {
        guard let code = request.query["notice"], let proof = request.query["proof"],
            signing.accepts(proof, for: "notice", Self.text(code, request.path, session))
        else { return nil }
        return Notice(code: code)
    }

    private func proof(_ code: String, _ path: String, _ session: String) -> String {
        signing.code(for: "notice", Self.text(code, path, session))
    }

    private static func text(_ code: String, _ path: String, _ session: String) -> String {
        "\(session)\n\(path)\n\(code)"
    }
}

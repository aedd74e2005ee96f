import HTTPTypes
import MicroHTTP

/// Refuses requests that another site made a browser send.
struct CSRF: Sendable {
    private static let header = HTTPField.Name.constant("X-CSRF-Token")
    private static let host = HTTPField.Name.constant("Host")
    private static let fetchSite = HTTPField.Name.constant("Sec-Fetch-Site")
    /// Stands between the token and the id of a feature; no token contains it.
    private static let separator: Character = "."

    private let signing: Signing
    private let origin: String

    /// Creates a check that accepts the origin of `baseURL` and the host that a request was sent to.
    init(signing: Signing, baseURL: String) {
        self.signing = signing
        origin = baseURL.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }

    /// Returns the token that the forms of a session contain.
    func token(of session: String) -> String {
        signing.code(for: "form", session)
    }

    /// Returns the token that the forms of a feature's page contain: the session's token and the feature's id, so that
    /// every form and every script of the page states which feature it is about.
    static func token(_ token: String, about feature: Int?) -> String {
        feature.map { "\(token)\(separator)\($0)" } ?? token
    }

    /// Returns the id of the feature that the page of a form was about; nil if its token states none.
    static func feature(of request: Request, form: FormBody) -> Int? {
        guard let sent = sent(in: request, form: form), let place = sent.firstIndex(of: separator) else { return nil }
        return Int(asked: sent[sent.index(after: place)...])
    }

    /// Returns true if a request has the session's token, in its form or header, and comes from Galley's own pages.
    func accepts(_ request: Request, form: FormBody, session: String) -> Bool {
        guard let sent = Self.sent(in: request, form: form) else { return false }
        let token = String(sent.prefix { $0 != Self.separator })
        return isFromHere(request) && signing.accepts(token, for: "form", session)
    }

    private static func sent(in request: Request, form: FormBody) -> String? {
        form["csrf"] ?? request.headers[header]
    }

    /// Returns true if the browser's statements about the request's origin, if any, name this console.
    func isFromHere(_ request: Request) -> Bool {
        if let site = request.headers[Self.fetchSite], site != "same-origin", site != "none" { return false }
        guard let stated = request.headers[.origin] else { return true }
        if stated == origin { return true }
        guard let host = request.headers[Self.host] else { return false }
        return stated == "http://\(host)" || stated == "https://\(host)"
    }
}

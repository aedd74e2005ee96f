import HTTPTypes
import MicroHTTP

/// Detects cross-site request forgery: requests that another site caused a browser to send.
struct CSRF: Sendable {
    private static let header = HTTPField.Name.constant("X-CSRF-Token")
    private static let host = HTTPField.Name.constant("Host")
    private static let fetchSite = HTTPField.Name.constant("Sec-Fetch-Site")
    /// The separator between the session's token and the id of a feature; the token does not contain it.
    private static let separator: Character = "."

    private let signing: Signing
    private let origin: String

    /// Creates a check that accepts a request from the origin of `baseURL`, or from the host in its `Host` field.
    init(signing: Signing, baseURL: String) {
        self.signing = signing
        origin = baseURL.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }

    /// Returns the CSRF token of a session.
    func token(of session: String) -> String {
        signing.code(for: "form", session)
    }

    /// Returns the CSRF token for the forms and scripts of a feature's page: the session's token and the feature's id,
    /// so that a request states for which feature its page was made, even if the feature's name changes. Without a
    /// feature, returns the session's token.
    static func token(_ token: String, about feature: Int?) -> String {
        feature.map { "\(token)\(separator)\($0)" } ?? token
    }

    /// Returns the feature id in a request's CSRF token; nil if it contains none. The id is not signed.
    static func feature(of request: Request, form: FormBody) -> Int? {
        guard let sent = sent(in: request, form: form), let place = sent.firstIndex(of: separator) else { return nil }
        return Int(asked: sent[sent.index(after: place)...])
    }

    /// Returns true if a request has the session's token, in its form or header, and does not come from another origin.
    func accepts(_ request: Request, form: FormBody, session: String) -> Bool {
        guard let sent = Self.sent(in: request, form: form) else { return false }
        let token = String(sent.prefix { $0 != Self.separator })
        return isFromHere(request) && signing.accepts(token, for: "form", session)
    }

    private static func sent(in request: Request, form: FormBody) -> String? {
        form["csrf"] ?? request.headers[header]
    }

    /// Returns true unless `Sec-Fetch-Site` or `Origin` says that the request comes from another origin. A request
    /// without these fields is accepted.
    func isFromHere(_ request: Request) -> Bool {
        if let site = request.headers[Self.fetchSite], site != "same-origin", site != "none" { return false }
        guard let stated = request.headers[.origin] else { return true }
        if stated == origin { return true }
        guard let host = request.headers[Self.host] else { return false }
        return stated == "http://\(host)" || stated == "https://\(host)"
    }
}

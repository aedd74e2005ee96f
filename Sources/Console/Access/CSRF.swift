import HTTPTypes
import MicroHTTP

/// Refuses requests that another site made a browser send.
struct CSRF: Sendable {
    private static let header = HTTPField.Name.constant("X-CSRF-Token")
    private static let host = HTTPField.Name.constant("Host")
    private static let fetchSite = HTTPField.Name.constant("Sec-Fetch-Site")

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

    /// Returns true if a request has the session's token, in its form or header, and comes from Galley's own pages.
    func accepts(_ request: Request, form: FormBody, session: String) -> Bool {
        guard let token = form["csrf"] ?? request.headers[Self.header] else { return false }
        return isFromHere(request) && signing.accepts(token, for: "form", session)
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

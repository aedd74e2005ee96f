import HTTPTypes
import MicroHTTP

/// Refuses requests that another site made a browser send.
struct CSRF: Sendable {
    private static let header = HTTPField.Name.constant("X-CSRF-Token")
    private static let host = HTTPField.Name.constant("Host")
    private static let fetchSite = HTTPField.Name.constant("Sec-Fetch-Site")

    private let signing: Signing
    private let origin: String

    /// Accepts requests from the origin of `baseURL`, or of the host they were sent to.
    init(signing: Signing, baseURL: String) {
        self.signing = signing
        origin = baseURL.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }

    /// The token that the forms of a session carry.
    func token(of session: String) -> String {
        signing.code(for: "form", session)
    }

    /// Whether a request with a session's token, in its form or its header, comes from our own pages.
    func accepts(_ request: Request, form: FormBody, session: String) -> Bool {
        guard let token = form["csrf"] ?? request.headers[Self.header] else { return false }
        return isFromHere(request) && signing.accepts(token, for: "form", session)
    }

    /// Whether what the browser says of a request's origin, if it says anything, names us.
    func isFromHere(_ request: Request) -> Bool {
        if let site = request.headers[Self.fetchSite], site != "same-origin", site != "none" { return false }
        guard let stated = request.headers[.origin] else { return true }
        if stated == origin { return true }
        guard let host = request.headers[Self.host] else { return false }
        return stated == "http://\(host)" || stated == "https://\(host)"
    }

}

import HTTPTypes
import MicroHTTP

/// A cookie that scripts cannot read (`HttpOnly`). In requests from other sites, browsers send it only when the tab
/// goes to a page with GET, such as by a link (`SameSite=Lax`).
struct ConsoleCookie: Sendable {
    private let name: String
    private let attributes: String

    /// Creates a cookie. If `baseURL` is an https URL, the cookie is `Secure`, and its name has the `__Host-` prefix,
    /// which browsers accept only in secure responses of the host itself and for all paths.
    init(_ name: String, baseURL: String) {
        let isSecure = baseURL.lowercased().hasPrefix("https:")
        self.name = isSecure ? "__Host-\(name)" : name
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// Returns the cookie's value in a request; nil if it is missing or empty.
    func value(in request: Request) -> String? {
        request.cookies[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Sets the cookie for a number of seconds; if `seconds` is nil, until the browser is closed.
    func set(_ value: String, seconds: Int? = nil, on response: inout Response) {
        let age = seconds.map { "; Max-Age=\($0)" } ?? ""
        response.headers.append(HTTPField(name: .setCookie, value: "\(name)=\(value)\(age)\(attributes)"))
    }

    /// Deletes the cookie.
    func clear(on response: inout Response) { set("", seconds: 0, on: &response) }
}

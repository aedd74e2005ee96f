import HTTPTypes
import MicroHTTP

/// A cookie that scripts cannot read and that browsers do not send from other sites.
struct ConsoleCookie: Sendable {
    private let name: String
    private let attributes: String

    /// Creates a cookie. With https its name has the `__Host-` prefix, which browsers accept only from this host,
    /// securely, for all paths.
    init(_ name: String, baseURL: String) {
        let isSecure = baseURL.lowercased().hasPrefix("https:")
        self.name = isSecure ? "__Host-\(name)" : name
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// Returns the value in a request; nil if it is missing or empty.
    func value(in request: Request) -> String? {
        request.cookies[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Sets the cookie until the browser is closed, or for some seconds.
    func set(_ value: String, seconds: Int? = nil, on response: inout Response) {
        let age = seconds.map { "; Max-Age=\($0)" } ?? ""
        response.headers.append(HTTPField(name: .setCookie, value: "\(name)=\(value)\(age)\(attributes)"))
    }

    /// Deletes the cookie.
    func clear(on response: inout Response) { set("", seconds: 0, on: &response) }
}

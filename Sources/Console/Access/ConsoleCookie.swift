import HTTPTypes
import MicroHTTP

/// A cookie that scripts cannot read and other sites do not send.
struct ConsoleCookie: Sendable {
    private let name: String
    private let attributes: String

    /// With https the name has the `__Host-` prefix, which browsers only accept from this host, securely, for all paths.
    init(_ name: String, baseURL: String) {
        let isSecure = baseURL.lowercased().hasPrefix("https:")
        self.name = isSecure ? "__Host-\(name)" : name
        attributes = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    /// The value a request carries; nil when it is empty.
    func value(in request: Request) -> String? {
        request.cookies[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Makes the browser keep a value until it is closed, or for some seconds.
    func set(_ value: String, seconds: Int? = nil, on response: inout Response) {
        let age = seconds.map { "; Max-Age=\($0)" } ?? ""
        response.headers.append(HTTPField(name: .setCookie, value: "\(name)=\(value)\(age)\(attributes)"))
    }

    /// Makes the browser forget it.
    func clear(on response: inout Response) { set("", seconds: 0, on: &response) }
}

package import HTTPTypes

extension HTTPField.Name {
    /// The field that carries the request's id.
    package static let requestID = constant("X-Request-Id")
    package static let referrerPolicy = constant("Referrer-Policy")
    package static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")

    /// Creates a field name from a literal; an invalid one is a programming error.
    package static func constant(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("not a field name: \(name)") }
        return name
    }
}

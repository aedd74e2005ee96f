package import HTTPTypes

extension HTTPField.Name {
    /// Names the request in answers and logs.
    package static let requestID = constant("X-Request-Id")
    package static let referrerPolicy = constant("Referrer-Policy")
    package static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")

    /// A field name that the source spells; only for names written out in code.
    package static func constant(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("not a field name: \(name)") }
        return name
    }
}

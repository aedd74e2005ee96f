package import HTTPTypes

/// The security fields of every answer, errors included, unless the handler sets its own.
package enum SecurityFields {
    /// The console's default fields: nothing may run in the answer, no page may frame it, and no cache may store it.
    ///
    /// The referrer policy is `same-origin`, because with `no-referrer` browsers send `Origin: null` with forms, which
    /// would defeat the check of the origin.
    package static let console: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "same-origin",
        .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .cacheControl: "no-store",
    ]

    /// The console's fields over https, with HSTS for a year (RFC 6797).
    package static var consoleOverHTTPS: HTTPFields {
        var fields = console
        fields[.strictTransportSecurity] = "max-age=31536000"
        return fields
    }

    /// The fields of public answers: any origin may read them; caches may store an answer only if it has a
    /// `Cache-Control` of its own.
    package static let read: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .accessControlAllowOrigin: "*",
        .accessControlExposeHeaders: "*",
        .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        .crossOriginResourcePolicy: "cross-origin",
        .cacheControl: "no-store",
    ]

    /// Returns the answer to a browser that asks if a page of another site may use `methods` of a public address (CORS
    /// preflight). Such requests never carry credentials, so all header fields are allowed.
    package static func preflight(_ methods: [String]) -> Response {
        let names = methods.joined(separator: ", ")
        var response = Response(
            status: .noContent,
            headers: [
                .allow: names, .accessControlAllowMethods: names, .accessControlAllowHeaders: "*",
                .accessControlMaxAge: "86400",
            ])
        complete(&response.headers, with: read)
        return response
    }

    /// Adds those `defaults` that `headers` lacks.
    package static func complete(_ headers: inout HTTPFields, with defaults: HTTPFields) {
        for field in defaults where headers[field.name] == nil {
            headers.append(field)
        }
    }
}

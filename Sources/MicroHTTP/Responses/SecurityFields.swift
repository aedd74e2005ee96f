package import HTTPTypes

/// Fields that every answer carries, errors included, unless the handler set its own.
package enum SecurityFields {
    /// What a browser is told about an answer that says nothing itself: nothing may run in it, frame it or keep it.
    ///
    /// The referrer policy is `same-origin`: with `no-referrer` browsers send `Origin: null` with forms, which
    /// would defeat the check of the origin.
    package static let console: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "same-origin",
        .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .cacheControl: "no-store",
    ]

    /// The same under an address with https, which browsers then keep to for a year (RFC 6797).
    package static var consoleOverHTTPS: HTTPFields {
        var fields = console
        fields[.strictTransportSecurity] = "max-age=31536000"
        return fields
    }

    /// The same for what is public: any origin may read it, caches are told by the answer itself.
    package static let read: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .accessControlAllowOrigin: "*",
        .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        .crossOriginResourcePolicy: "cross-origin",
        .cacheControl: "no-store",
    ]

    /// Adds each of `defaults` that `headers` lacks.
    package static func complete(_ headers: inout HTTPFields, with defaults: HTTPFields) {
        for field in defaults where headers[field.name] == nil {
            headers.append(field)
        }
    }
}

import JSONText

/// The names of formats in messages.
enum FormatWording {
    /// Returns the phrase for a format, to follow "is not".
    static func phrase(for name: String) -> String {
        phrases[name] ?? "of the format \(code: name)"
    }

    private static let phrases: [String: String] = [
        "date-time": "a date and time such as `2026-03-21T08:30:00Z`",
        "date": "a date such as `2026-03-21`",
        "time": "a time such as `08:30:00Z`",
        "duration": "a duration such as `P3DT4H`",
        "email": "an email address",
        "idn-email": "an email address",
        "hostname": "a host name",
        "idn-hostname": "a host name",
        "ipv4": "an IPv4 address",
        "ipv6": "an IPv6 address",
        "uri": "a complete URL",
        "iri": "a complete URL",
        "uri-reference": "a URL or a part of one",
        "iri-reference": "a URL or a part of one",
        "uri-template": "a URL template",
        "uuid": "a UUID",
        "json-pointer": "a JSON Pointer",
        "relative-json-pointer": "a relative JSON Pointer",
        "regex": "a regular expression",
    ]
}

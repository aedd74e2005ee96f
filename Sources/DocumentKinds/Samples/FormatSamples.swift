/// Sample texts for the values of `format` that JSON Schema defines or form authors use.
enum FormatSamples {
    /// Returns `count` texts of a format, at least one; none for an unknown format. The first 254 are different.
    static func texts(of format: String, count: Int) -> [String] {
        guard let make = makers[format] else { return [] }
        return (0..<max(1, count)).map { make($0) }
    }

    /// Returns `number % limit + 1` with at least two digits.
    private static func digits(_ number: Int, _ limit: Int) -> String {
        let text = String(number % limit + 1)
        return text.count < 2 ? "0" + text : text
    }

    private static func date(_ number: Int) -> String {
        "\(2024 + number / 336)-\(digits(number / 28, 12))-\(digits(number, 28))"
    }

    private static func time(_ number: Int) -> String { "12:\(digits(number / 59, 59)):\(digits(number, 59))" }

    private static func suffix(_ number: Int) -> String { number == 0 ? "" : String(number + 1) }

    private static func hexadecimal(_ number: Int, _ width: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static let makers: [String: @Sendable (Int) -> String] = [
        "date": { date($0) },
        "time": { time($0) + "Z" },
        "date-time": { date($0) + "T12:00:00Z" },
        "datetime": { date($0) + "T12:00:00Z" },
        "duration": { "P\($0 + 1)D" },
        "email": { "user\(suffix($0))@example.com" },
        "idn-email": { "user\(suffix($0))@example.com" },
        "hostname": { "host\(suffix($0)).example.com" },
        "idn-hostname": { "host\(suffix($0)).example.com" },
        "ipv4": { "192.0.2.\($0 % 254 + 1)" },
        "ipv6": { "2001:db8::\(String($0 + 1, radix: 16))" },
        "uri": { "https://example.com/\($0 == 0 ? "" : String($0 + 1))" },
        "url": { "https://example.com/\($0 == 0 ? "" : String($0 + 1))" },
        "iri": { "https://example.com/\($0 == 0 ? "" : String($0 + 1))" },
        "uri-reference": { "/path\(suffix($0))" },
        "iri-reference": { "/path\(suffix($0))" },
        "uri-template": { "/items\(suffix($0))/{id}" },
        "uuid": { "123e4567-e89b-42d3-a456-\(hexadecimal($0 + 1, 12))" },
        "json-pointer": { "/member\(suffix($0))" },
        "relative-json-pointer": { "\($0)/member" },
        "regex": { "^text\(suffix($0))$" },
        "color": { "#\(hexadecimal(0x336699 + $0, 6))" },
        "phone": { "+1202555\(String(String(10_100 + $0).suffix(4)))" },
        "tel": { "+1202555\(String(String(10_100 + $0).suffix(4)))" },
    ]
}

/// Parses cookies as clients send them (RFC 6265, section 4.2).
enum Cookies {
    /// Returns the values by name; the first value of a name wins. Surrounding quotes are part of the value.
    static func parse(_ fields: [String]) -> [String: String] {
        var cookies: [String: String] = [:]
        for pair in fields.flatMap({ $0.split(separator: ";") }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let name = trimmed(parts[0])
            if cookies[name] == nil { cookies[name] = trimmed(parts[1]) }
        }
        return cookies
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

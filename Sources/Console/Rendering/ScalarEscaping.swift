import Mustache

/// Escapes HTML scalar by scalar.
///
/// The engine's own content type looks at grapheme clusters, and so lets `"` followed by a combining mark, or `<` after a
/// prepended one, through as they are. Templates therefore name this one in a pragma.
struct ScalarEscaping: MustacheContentType {
    /// What the pragma says.
    static let name = "SCALARS"

    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            // A NUL has no place in HTML, and a bare carriage return would become a line feed.
            case "\0": escaped.append("\u{FFFD}")
            case "\r": escaped.append(contentsOf: "&#13;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

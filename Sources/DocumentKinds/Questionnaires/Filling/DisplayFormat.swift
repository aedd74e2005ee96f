/// The format in which a composite cell shows its values: a text with keys in braces, such as `{lastName} {firstName}`.
package struct DisplayFormat: Sendable {
    private enum Part {
        case literal(String)
        case key(String)
    }

    private var parts: [Part] = []

    /// Parses a format; an unclosed brace is literal text.
    package init(_ text: String) {
        var rest = text[...]
        while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
            if opening > rest.startIndex { parts.append(.literal(String(rest[..<opening]))) }
            parts.append(.key(String(rest[rest.index(after: opening)..<closing])))
            rest = rest[rest.index(after: closing)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
    }

    /// Creates a format of these cells' values with spaces between them.
    package init(keys: [String]) {
        parts = Array(keys.map { [Part.key($0)] }.joined(separator: [Part.literal(" ")]))
    }

    /// The length in UTF-8 bytes from which on nothing more is appended to a text. Without it, nested composites that
    /// repeat their values could make a text very long.
    private static let limit = 2_000

    /// Returns the text; empty if all values are empty. Where values are empty, the format's own texts around them are
    /// left out too: of the texts between two values only the last is kept, and of those after the last value only one
    /// that ends the format. A text that begins the format is kept only if the first value is not empty. The result
    /// ends early once it has `limit` bytes. `value` is called at most once per key.
    package func text(_ value: (_ key: String) -> String) -> String {
        var known: [String: String] = [:]
        var text = ""
        var hasValue = false
        var between = ""
        for (place, part) in parts.enumerated() {
            guard text.utf8.count < Self.limit else { break }
            switch part {
            case .literal(let literal): between = hasValue || place == 0 ? literal : ""
            case .key(let key):
                let value = known[key] ?? value(key)
                known[key] = value
                if !value.isEmpty {
                    text += between + value
                    hasValue = true
                    between = ""
                } else if !hasValue {
                    between = ""
                }
            }
        }
        guard hasValue else { return "" }
        if case .literal(let literal)? = parts.last, between == literal { text += literal }
        return text
    }
}

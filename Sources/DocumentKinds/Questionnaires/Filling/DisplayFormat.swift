/// How a composite cell shows the values inside of it: a text with their keys in braces, as in `{lastName} {firstName}`.
package struct DisplayFormat: Sendable {
    private enum Part {
        case literal(String)
        case key(String)
    }

    private var parts: [Part] = []

    /// Braces that are never closed stand for themselves.
    package init(_ text: String) {
        var rest = text[...]
        while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
            if opening > rest.startIndex { parts.append(.literal(String(rest[..<opening]))) }
            parts.append(.key(String(rest[rest.index(after: opening)..<closing])))
            rest = rest[rest.index(after: closing)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
    }

    /// The values of these cells, with a space between them.
    package init(keys: [String]) {
        parts = Array(keys.map { [Part.key($0)] }.joined(separator: [Part.literal(" ")]))
    }

    /// The most bytes of UTF-8 that a text has: composites may hold composites that each say their parts twice.
    private static let limit = 2_000

    /// The text; what stands between two values is left out with one of them. Empty where all values are; what is beyond
    /// a line's length is left out. Each key is asked for once.
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

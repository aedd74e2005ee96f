import JSONText

/// The style rules that outline changed elements.
enum MarkedElements {
    /// Returns rules for the innermost drawn element at or around each pointer; the whole document is never marked.
    static func style(_ pointers: [JSONPointer], among drawn: DrawnPointers?) -> String {
        guard let drawn else { return "" }
        var rules: [String] = []
        for pointer in pointers {
            var nearest: JSONPointer? = pointer
            while let one = nearest, !drawn.contains(one.description) { nearest = one.parent }
            guard let nearest, !nearest.tokens.isEmpty else { continue }
            let rule =
                "[data-pointer=\"\(escaped(nearest.description))\"]{outline:3px solid #d5402b;outline-offset:1px}"
            if !rules.contains(rule) { rules.append(rule) }
        }
        return rules.joined(separator: "\n")
    }

    /// Returns a text for a CSS string, in which all characters but ASCII letters, digits and slashes are escaped.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789/".unicodeScalars.contains(scalar))
            return isPlain ? String(scalar) : "\\\(String(scalar.value, radix: 16)) "
        }.joined()
    }
}

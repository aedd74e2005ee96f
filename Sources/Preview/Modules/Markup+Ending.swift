extension Markup {
    /// Returns markup with further parts at its end; inside the single box that a template draws around everything, if
    /// there is one.
    func ending(with parts: [Markup]) -> Markup {
        let added = parts.map(\.html).joined()
        guard let last = html.lastIndex(where: { !$0.isWhitespace }) else { return Markup(html: added) }
        let text = html[...last]
        guard text.hasPrefix("<div"), text.hasSuffix("</div>"), let head = text.firstIndex(of: ">"),
            !text[...head].contains("data-pointer="), Self.isOneBox(text)
        else { return Markup(html: html + added) }
        return Markup(html: text.dropLast("</div>".count) + added + "</div>")
    }

    /// Returns true if the box at the start of a text ends only at the end of the text.
    private static func isOneBox(_ text: Substring) -> Bool {
        var depth = 0
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: "<div".utf8) {
                depth += 1
            } else if rest.starts(with: "</div>".utf8) {
                depth -= 1
                if depth == 0 { return rest.count == "</div>".utf8.count }
            }
            rest = rest.dropFirst()
        }
        return false
    }
}

import Foundation

/// The icons a preview can draw by name: simple outlines on a 24 × 24 grid, from `icons.svg`.
///
/// Every `<symbol id="…" data-names="…">` of the file is an icon; `data-names` lists further names. Names are compared
/// without prefixes such as `glyph_` and suffixes such as `_m`, in lower case.
struct IconSet: Sendable {
    private var shapes: [String: String] = [:]

    /// Reads the symbols of an SVG text.
    init(svg: String) {
        for match in svg.matches(
            of: #/<symbol id="([^"]+)"(?: data-names="([^"]*)")?[^>]*>(.*?)<\/symbol>/#.dotMatchesNewlines())
        {
            let shape = String(match.output.3).trimmingCharacters(in: .whitespacesAndNewlines)
            shapes[String(match.output.1)] = shape
            for name in (match.output.2 ?? "").split(separator: " ") { shapes[String(name)] = shape }
        }
    }

    /// How many names there are.
    var count: Int { shapes.count }

    /// The icon of a name, or the name's first letter when there is none; hidden from assistive technology.
    func glyph(named name: String) -> Markup {
        for candidate in Self.candidates(name) {
            if let shape = shapes[candidate] {
                return Markup(
                    html: "<svg class=\"glyph\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\">"
                        + shape + "</svg>")
            }
        }
        let letter = name.drop(while: { !$0.isLetter && !$0.isNumber })
        let bare = Self.words(String(letter)).first ?? ""
        return Markup(
            html: "<span class=\"glyph glyph-letter\" aria-hidden=\"true\">"
                + Markup.escape(String(bare.prefix(1)).uppercased()) + "</span>")
    }

    /// Names to try, the most exact first.
    private static func candidates(_ name: String) -> [String] {
        let words = words(name)
        var candidates = [name.lowercased(), words.joined(separator: "-")]
        candidates += words
        return candidates
    }

    /// The telling words of a name such as `glyph_arrow-right_m`.
    private static func words(_ name: String) -> [String] {
        let noise: Set<String> = [
            "glyph", "icon", "ic", "ico", "s", "m", "l", "xl", "16", "20", "24", "32", "outline", "filled", "line",
        ]
        let words = name.prefix(64).lowercased().split(whereSeparator: { "_-./ ".contains($0) }).map(String.init)
        let telling = words.filter { !noise.contains($0) }
        return telling.isEmpty ? words : telling
    }
}

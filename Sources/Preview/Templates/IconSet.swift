import Foundation

/// The icons a preview can draw by name: simple outlines on a 24 × 24 grid, from `icons.svg`.
///
/// Every `<symbol id="…" data-names="…">` of the file is an icon; `data-names` lists further names. Names are compared
/// without prefixes such as `glyph_` and suffixes such as `_m`, in lower case.
struct IconSet: Sendable {
    private struct Icon: Sendable {
        let shape: String
        /// Whether it points somewhere, and so the other way where text runs right to left.
        let mirrors: Bool
    }

    private var icons: [String: Icon] = [:]

    /// Reads the symbols of an SVG text.
    init(svg: String) {
        let symbol = #/<symbol id="([^"]+)"( data-mirrors="yes")?(?: data-names="([^"]*)")?[^>]*>(.*?)<\/symbol>/#
        for match in svg.matches(of: symbol.dotMatchesNewlines()) {
            let shape = String(match.output.4).trimmingCharacters(in: .whitespacesAndNewlines)
            let icon = Icon(shape: shape, mirrors: match.output.2 != nil)
            icons[String(match.output.1)] = icon
            for name in (match.output.3 ?? "").split(separator: " ") { icons[String(name)] = icon }
        }
    }

    /// How many names there are.
    var count: Int { icons.count }

    /// The lines of an icon on its 24 × 24 grid, for a picture that holds it; empty for a name that there is not.
    func shape(named name: String) -> Markup { Markup(html: icons[name]?.shape ?? "") }

    /// The icon of a name, or the name's first letter when there is none; hidden from assistive technology.
    func glyph(named name: String) -> Markup {
        for candidate in Self.candidates(name) {
            if let icon = icons[candidate] {
                let classes = icon.mirrors ? "glyph glyph-mirrors" : "glyph"
                return Markup(
                    html: "<svg class=\"\(classes)\" viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\">"
                        + icon.shape + "</svg>")
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

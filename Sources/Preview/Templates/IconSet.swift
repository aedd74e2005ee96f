import Foundation

/// The icons that a preview can draw by name: simple outlines on a 24 × 24 grid, from `icons.svg`.
///
/// Every `<symbol id="…" data-names="…">` of the file is an icon; `data-names` lists further names. A name is looked up
/// in lower case: first as it is, then without prefixes such as `glyph_` and suffixes such as `_m`, then word by word.
struct IconSet: Sendable {
    private struct Icon: Sendable {
        let shape: String
        /// True if the icon has a direction and must be mirrored for right-to-left text.
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

    /// The number of names.
    var count: Int { icons.count }

    /// Returns the lines of an icon on its grid, for use in a picture; empty for an unknown name.
    func shape(named name: String) -> Markup { Markup(html: icons[name]?.shape ?? "") }

    /// Returns the icon with a name or, if there is none, the first character of the name's first significant word;
    /// hidden from assistive technology.
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

    /// Returns the names to try, the most exact first.
    private static func candidates(_ name: String) -> [String] {
        let words = words(name)
        var candidates = [name.lowercased(), words.joined(separator: "-")]
        candidates += words
        return candidates
    }

    /// Returns the significant words of a name such as `glyph_arrow-right_m`; all words if none is significant.
    private static func words(_ name: String) -> [String] {
        let noise: Set<String> = [
            "glyph", "icon", "ic", "ico", "s", "m", "l", "xl", "16", "20", "24", "32", "outline", "filled", "line",
        ]
        let words = name.prefix(64).lowercased().split(whereSeparator: { "_-./ ".contains($0) }).map(String.init)
        let telling = words.filter { !noise.contains($0) }
        return telling.isEmpty ? words : telling
    }
}

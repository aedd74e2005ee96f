/// The properties of a template's style that the size estimate uses. Lengths are in CSS pixels; the style may give them
/// in px or rem, by custom properties or by tokens.
struct BoxStyle {
    private(set) var isRow = false
    private(set) var gap = 0.0
    /// The padding of the left and the right side together.
    private(set) var inlinePadding = 0.0
    /// The padding of the top and the bottom together.
    private(set) var blockPadding = 0.0
    private(set) var leastWidth = 0.0
    private(set) var leastHeight = 0.0
    private(set) var fontSize: Double?
    /// The line height relative to the font size.
    private(set) var lineHeight: Double?
    private(set) var fontWeight: Int?

    /// Reads declarations by CSS property; `lengths` are the lengths of the element's tokens, by property of the
    /// element.
    init(_ declarations: [String: String], lengths: [String: Double]) {
        func length(_ name: String) -> Double? { declarations[name].flatMap { read($0, depth: 0) } }
        func read(_ text: String, depth: Int) -> Double? {
            guard depth < 8 else { return nil }
            if text.hasPrefix("var(--"), text.hasSuffix(")") {
                let parts = text.dropFirst(6).dropLast().split(separator: ",", maxSplits: 1)
                let name = String(parts.first ?? "")
                if let length = lengths[name] { return length }
                if let own = declarations["--" + name] { return read(own, depth: depth + 1) }
                return parts.count == 2 ? read(parts[1].trimmingPrefix(" ").description, depth: depth + 1) : nil
            }
            if text.hasSuffix("rem") { return Double(text.dropLast(3)).map { $0 * 16 } }
            return Double(text.hasSuffix("px") ? String(text.dropLast(2)) : text)
        }
        isRow = declarations["display"] == "flex" && declarations["flex-direction"] != "column"
        gap = declarations["gap"]?.split(separator: " ").last.flatMap { read(String($0), depth: 0) } ?? 0
        let padding = (declarations["padding"] ?? "0").split(separator: " ").map { read(String($0), depth: 0) ?? 0 }
        blockPadding = 2 * (length("padding-block") ?? padding.first ?? 0)
        inlinePadding = 2 * (length("padding-inline") ?? padding.last ?? 0)
        leastWidth = max(length("min-inline-size") ?? 0, length("inline-size") ?? 0)
        leastHeight = max(length("min-block-size") ?? 0, length("block-size") ?? 0)
        fontSize = length("font-size")
        lineHeight = declarations["line-height"].flatMap(Double.init)
        fontWeight = declarations["font-weight"].flatMap { Int($0) }
    }
}

import Foundation

/// The normal form in which searches compare texts.
enum SearchText {
    /// Returns the trimmed NFKC form without differences of case (`Straße` equals `STRASSE`).
    ///
    /// The text is converted to lower, upper and again lower case. The upper case merges letters that differ in lower
    /// case, such as σ and ς. The first conversion turns ẞ, which is upper case and would stay, into ß, whose upper
    /// case is SS.
    static func folded(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let folded = text.precomposedStringWithCompatibilityMapping.lowercased().uppercased().lowercased()
        return withoutDots(folded).precomposedStringWithCompatibilityMapping
    }

    /// Returns a text without each combining dot (U+0307) right after an i. The lower case of İ has one, which nobody
    /// types in a search.
    private static func withoutDots(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !(scalar == "\u{307}" && kept.last == "i") { kept.append(scalar) }
        return String(kept)
    }

    /// Returns the searchable text of an item.
    static func of(_ item: OptionItem) -> String { folded(item.title) + "\n" + folded(item.key) }
}

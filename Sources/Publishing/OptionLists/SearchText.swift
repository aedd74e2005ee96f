import Foundation

/// The normal form in which the search compares texts.
enum SearchText {
    /// Returns the trimmed NFKC form without differences of case (`Straße` equals `STRASSE`).
    ///
    /// It converts to upper case in between, because that also merges letters that lower case alone keeps apart, such as
    /// σ and ς; and to lower case before that, because ẞ has no other upper case, but its lower case has.
    static func folded(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let folded = text.precomposedStringWithCompatibilityMapping.lowercased().uppercased().lowercased()
        return withoutDots(folded).precomposedStringWithCompatibilityMapping
    }

    /// Returns a text without the dots (U+0307) right after an i. The lower case of İ has one, which nobody types.
    private static func withoutDots(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !(scalar == "\u{307}" && kept.last == "i") { kept.append(scalar) }
        return String(kept)
    }

    /// Returns the searchable text of an item.
    static func of(_ item: OptionItem) -> String { folded(item.title) + "\n" + folded(item.key) }
}

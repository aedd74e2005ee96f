import Foundation

/// The normal form in which a search compares texts of the document's own options.
enum SearchFolding {
    /// Returns the trimmed NFKC form without differences of case, the same form as in searches of option lists.
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
}

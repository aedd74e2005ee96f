import Foundation

/// The normal form in which the search compares texts.
enum SearchText {
    /// Returns the trimmed NFKC form without differences of case (`Straße` equals `STRASSE`).
    ///
    /// It converts to upper case first, because that also merges letters that lower case alone keeps apart, such as σ
    /// and ς.
    static func folded(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// Returns the searchable text of an item.
    static func of(_ item: OptionItem) -> String { folded(item.title) + "\n" + folded(item.key) }
}

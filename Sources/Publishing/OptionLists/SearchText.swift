import Foundation

/// The form of a text in which the search compares it.
enum SearchText {
    /// NFKC with every difference of case removed (`Straße` and `STRASSE` are one), without white space at the ends.
    ///
    /// By way of upper case, because that also joins the letters that lower case alone keeps apart, such as σ and ς.
    static func folded(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// What is searched of an item.
    static func of(_ item: OptionItem) -> String { folded(item.title) + "\n" + folded(item.key) }
}

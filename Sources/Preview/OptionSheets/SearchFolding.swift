import Foundation

/// The form of a text in which a keyword is looked for in the document's own options.
enum SearchFolding {
    /// NFKC with every difference of case removed, as option lists are searched.
    static func folded(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }
}

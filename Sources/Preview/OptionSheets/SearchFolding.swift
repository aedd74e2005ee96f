import Foundation

/// The normal form in which the document's own options are searched.
enum SearchFolding {
    /// Returns the trimmed NFKC form without differences of case, like the search of option lists.
    static func folded(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .precomposedStringWithCompatibilityMapping
    }
}

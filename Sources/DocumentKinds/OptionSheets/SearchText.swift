import Foundation

/// The normal form in which searches compare texts. The option lists store it, so a change needs a migration that folds
/// the stored texts again.
package enum SearchText {
    /// Returns the trimmed NFKC form in lower case, with variants replaced. Two texts have the same form if they differ
    /// only in case (`Straße` and `STRASSE`) or in variants that people type for the same word: `كتاب` and `کتاب`,
    /// `می‌شود` with and without its joiner, `۳` and `3`, `O’Brien` and `O'Brien`.
    ///
    /// The text is converted to lower, upper and again lower case. The upper case merges letters that differ in lower
    /// case, such as σ and ς. The first conversion turns ẞ, which is upper case and would stay, into ß, whose upper
    /// case is SS.
    package static func folded(_ text: String) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let folded = text.precomposedStringWithCompatibilityMapping.lowercased().uppercased().lowercased()
        // Removing a character can leave white space at an end of the text.
        return simplified(folded).precomposedStringWithCompatibilityMapping
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns a text with Persian letters in place of similar Arabic letters, with ASCII digits, hyphens and
    /// apostrophes in place of others of their kind, and without the marks that few people type.
    private static func simplified(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var isDotted = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{643}": kept.append("\u{6A9}")
            // U+0626 loses its hamza, because `isIgnored` also removes a hamza that is a character of its own.
            case "\u{64A}", "\u{649}", "\u{626}": kept.append("\u{6CC}")
            case "\u{6C0}": kept.append("\u{647}")
            // Hyphens, the en dash, the minus sign and the Hebrew maqaf.
            case "\u{2010}"..."\u{2013}", "\u{2212}", "\u{5BE}": kept.append("-")
            case "\u{2018}", "\u{2019}", "\u{2BC}": kept.append("'")
            case _ where isIgnored(scalar): continue
            // The lower case of İ is an i with a combining dot, which is left out.
            case "\u{307}" where isDotted: continue
            default: kept.append(digit(scalar) ?? scalar)
            }
            isDotted = hasDot(scalar, after: isDotted)
        }
        return String(kept)
    }

    /// Returns true for a character that few people type.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // Tatweel and the Arabic vowel marks.
        case "\u{640}", "\u{64B}"..."\u{65F}", "\u{670}": true
        // The Hebrew points and accents.
        case "\u{591}"..."\u{5BD}", "\u{5BF}", "\u{5C1}"..."\u{5C2}", "\u{5C4}"..."\u{5C5}", "\u{5C7}": true
        // Joiners, spaces without width, marks of the writing direction and the soft hyphen.
        case "\u{200B}"..."\u{200F}", "\u{61C}", "\u{202A}"..."\u{202E}", "\u{2060}", "\u{2066}"..."\u{2069}",
            "\u{FEFF}", "\u{AD}":
            true
        default: false
        }
    }

    /// Returns true if a combining dot (U+0307) after this scalar would be the dot of an i. That is so after an i, and
    /// after the marks below an i, which Unicode puts before the marks above it. Some letters are an i with such a
    /// mark. `isDotted` is the result for the preceding scalar.
    private static func hasDot(_ scalar: Unicode.Scalar, after isDotted: Bool) -> Bool {
        switch scalar {
        case "i", "\u{12F}", "\u{1E2D}", "\u{1ECB}": return true
        default:
            let position = scalar.properties.canonicalCombiningClass
            return isDotted && position != .notReordered && position < .above
        }
    }

    /// Returns the ASCII digit for a decimal digit of any script; nil for other characters.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }
}

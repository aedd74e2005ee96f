/// The rule for display names.
package enum DisplayName {
    /// The maximum length of an account's display name in Unicode scalars.
    package static let maximumLength = 200

    /// The rule as a sentence.
    package static let rule =
        "A display name must not contain control characters, line breaks or marks that change the direction of text, "
        + "and needs at least one visible character."

    /// Returns true if the name has no control characters, line breaks or direction marks, and, unless it is empty, a
    /// visible character. With such marks, it could imitate another name or reverse the text around it; without a
    /// visible character, nothing would show on pages.
    package static func isValid(_ name: String) -> Bool {
        (name.isEmpty || name.unicodeScalars.contains(where: isVisible))
            && !name.unicodeScalars.contains { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                default: scalar.properties.isBidiControl
                }
            }
    }

    /// Returns true if a character is drawn, unlike white space and zero-width characters.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .surrogate: return false
        default: break
        }
        // The blank Braille pattern is a symbol, but has no dots.
        return !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace && scalar != "\u{2800}"
    }
}

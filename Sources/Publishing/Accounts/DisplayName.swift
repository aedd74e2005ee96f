/// The rule for display names.
package enum DisplayName {
    /// The maximum length of an account's display name in Unicode scalars.
    package static let maximumLength = 200

    /// The rule as a sentence.
    package static let rule =
        "A display name must not contain control characters, line breaks or marks that change the direction of text."

    /// Returns true if the name has no control characters, line breaks or direction marks. With them, it could imitate
    /// another name or reverse the text around it.
    package static func isValid(_ name: String) -> Bool {
        !name.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: scalar.properties.isBidiControl
            }
        }
    }
}

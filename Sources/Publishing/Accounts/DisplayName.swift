/// The rule for the name that pages show.
package enum DisplayName {
    /// The rule in words, for whoever has to choose another name.
    package static let rule =
        "A shown name has no control characters, line breaks or marks that change the direction of text."

    /// Whether no character of the name is invisible machinery, with which it could pass for someone else's or turn the
    /// text around it.
    package static func isValid(_ name: String) -> Bool {
        !name.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: scalar.properties.isBidiControl
            }
        }
    }
}

/// The rule for the name that clients ask for.
package enum FeatureName {
    /// The longest name in bytes.
    package static let maximumBytes = 100

    /// The rule in words, for whoever has to choose another name.
    package static let rule =
        "Lower-case Latin letters and digits, with single dots, hyphens or underscores between them; at most 100 bytes."

    /// Whether the name is `[a-z0-9]+([._-][a-z0-9]+)*` and at most 100 bytes.
    package static func isValid(_ name: String) -> Bool {
        SeparatedWords.accepts(name, separators: [".", "_", "-"], maximumBytes: maximumBytes)
    }
}

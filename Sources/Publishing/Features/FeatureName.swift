/// The rule for feature names.
package enum FeatureName {
    /// The maximum length of a name in bytes.
    package static let maximumBytes = 100

    /// The rule as a sentence.
    package static let rule =
        "Lower-case letters a–z and digits, with single dots, hyphens or underscores between them; at most 100 bytes."

    /// Returns true if the name is `[a-z0-9]+([._-][a-z0-9]+)*` and at most 100 bytes.
    package static func isValid(_ name: String) -> Bool {
        SlugRule.accepts(name, separators: [".", "_", "-"], maximumBytes: maximumBytes)
    }
}

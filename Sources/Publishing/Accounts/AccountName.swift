/// The rule for sign-in names.
package enum AccountName {
    /// The maximum length of a name in bytes.
    package static let maximumBytes = 100

    /// Returns the name in its stored form: lower case, trimmed.
    package static func normalized(_ text: String) -> String {
        let spaces: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
        let trimmed = text.drop { spaces.contains($0) }.reversed().drop { spaces.contains($0) }.reversed()
        return String(trimmed).lowercased()
    }

    /// Returns true if a normalized name is valid: `[a-z0-9]+([._@-][a-z0-9]+)*`, at most 100 bytes.
    package static func isValid(_ name: String) -> Bool {
        SeparatedWords.accepts(name, separators: [".", "_", "@", "-"], maximumBytes: maximumBytes)
    }
}

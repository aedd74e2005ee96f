/// The rule for the name that someone signs in with.
package enum AccountName {
    /// The longest name in bytes.
    package static let maximumBytes = 100

    /// The name as it is stored: lower case, without spaces around it.
    package static func normalized(_ text: String) -> String {
        let spaces: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
        let trimmed = text.drop { spaces.contains($0) }.reversed().drop { spaces.contains($0) }.reversed()
        return String(trimmed).lowercased()
    }

    /// Whether a normalized name may be taken: `[a-z0-9]+([._@-][a-z0-9]+)*`, at most 100 bytes.
    package static func isValid(_ name: String) -> Bool {
        SeparatedWords.accepts(name, separators: [".", "_", "@", "-"], maximumBytes: maximumBytes)
    }
}

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

    /// The names of actors without an account, which the audit trail shows like those of accounts.
    private static let reserved = Set(Actor.withoutAccount.map(\.name))

    /// Returns true if a normalized name is that of an actor without an account, so that no new account may have it.
    package static func isReserved(_ name: String) -> Bool { reserved.contains(name) }

    /// Returns true if a normalized name is valid: `[a-z0-9]+([._@-][a-z0-9]+)*`, at most 100 bytes.
    package static func isValid(_ name: String) -> Bool {
        SlugRule.accepts(name, separators: [".", "_", "@", "-"], maximumBytes: maximumBytes)
    }
}

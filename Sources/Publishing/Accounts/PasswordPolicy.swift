/// The requirements for passwords: length and rarity instead of special characters.
package enum PasswordPolicy {
    /// The allowed length in characters.
    package static let length = 12...128
    /// The maximum size of a password in UTF-8 bytes, because a character may have any number of bytes.
    private static let maximumBytes = 1_024

    /// Returns the reason to refuse a password as a sentence; nil if it is acceptable.
    package static func objection(to password: String, accountName: String) -> String? {
        if password.count < length.lowerBound {
            return "A password has at least \(length.lowerBound) characters; a few words make a good one."
        }
        if password.count > length.upperBound || password.utf8.count > maximumBytes {
            return "A password has at most \(length.upperBound) characters and at most \(maximumBytes) bytes in UTF-8."
        }
        if password.unicodeScalars.contains("\0") {
            return "A password must not contain the character U+0000."
        }
        if Set(password).count < 4 {
            return "A password has at least 4 different characters."
        }
        if !accountName.isEmpty, password.lowercased().contains(accountName) {
            return "A password must not contain the account’s own name."
        }
        if CommonPasswords.installed.recognizes(password) {
            return """
                This password is easy to guess: it is a common one, a sequence, or a word that is repeated or has \
                something added. Choose several words that do not belong together.
                """
        }
        return nil
    }
}

/// Finds lines that editors show in reverse order: if only a comma separates two right-to-left strings, the whole line
/// reads from right to left.
enum RightToLeftLines {
    /// Returns true if a line of a JSON text contains two strings with right-to-left letters and a comma between them.
    /// A member's name and its value do not count as two, because formatting leaves them on one line.
    static func shareALine(_ text: [UInt8]) -> Bool {
        var (isInString, isEscaped, hasLetters) = (false, false, false)
        // The state of the current line: true after a string with right-to-left letters, and true after a comma that
        // follows such a string.
        var (hasString, hasComma) = (false, false)
        for (position, byte) in text.enumerated() {
            if byte == UInt8(ascii: "\n") {
                (isInString, isEscaped, hasString, hasComma) = (false, false, false, false)
            } else if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if hasLetters, hasComma { return true }
                    if hasLetters { hasString = true }
                } else if !hasLetters {
                    hasLetters = isRightToLeft(byte, before: position + 1 < text.count ? text[position + 1] : 0)
                }
            } else if byte == UInt8(ascii: "\"") {
                (isInString, hasLetters) = (true, false)
            } else if byte == UInt8(ascii: ",") {
                hasComma = hasString
            }
        }
        return false
    }

    /// Returns true if the bytes begin a character of a right-to-left script in UTF-8, such as Hebrew, Arabic, Syriac,
    /// Thaana or N’Ko, or a presentation form from U+FB40 on. It compares only two bytes, so a few other
    /// characters count too.
    private static func isRightToLeft(_ byte: UInt8, before next: UInt8) -> Bool {
        switch byte {
        case 0xD7...0xDF: true
        case 0xE0: (0xA0...0xA3).contains(next)
        case 0xEF: (0xAD...0xB7).contains(next) || (0xB9...0xBB).contains(next)
        default: false
        }
    }
}

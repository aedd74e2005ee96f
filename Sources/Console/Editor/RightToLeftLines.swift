/// Finds lines that editors show in reverse order: a line whose two right-to-left strings have only a comma between them
/// reads from right to left as a whole.
enum RightToLeftLines {
    /// Tells if a line of a JSON text holds two values with right-to-left letters, one after the other. Names do not
    /// count: formatting leaves a name beside its value.
    static func shareALine(_ text: [UInt8]) -> Bool {
        var (isInString, isEscaped, hasLetters) = (false, false, false)
        // A right-to-left string on this line, then a comma after it.
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

    /// The first two bytes of Hebrew, Arabic, Syriac, Thaana and N’Ko letters, and of the presentation forms.
    private static func isRightToLeft(_ byte: UInt8, before next: UInt8) -> Bool {
        switch byte {
        case 0xD7...0xDF: true
        case 0xE0: (0xA0...0xA3).contains(next)
        case 0xEF: (0xAD...0xB7).contains(next) || (0xB9...0xBB).contains(next)
        default: false
        }
    }
}

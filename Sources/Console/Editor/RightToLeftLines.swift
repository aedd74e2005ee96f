/// Finds lines that editors show in reverse order: if only a comma or a colon separates two right-to-left strings, both
/// read from right to left, the second to the left of the first.
enum RightToLeftLines {
    /// Returns true if a line of a JSON text contains two strings with right-to-left letters and a comma between them, or
    /// such a string with a number after it. A member's name and its value do not count as two, because formatting leaves
    /// them on one line.
    static func shareALine(_ text: [UInt8]) -> Bool {
        var (isInString, isEscaped, hasLetters) = (false, false, false)
        // The state of the current line: true after a string with right-to-left letters, and true after a comma that
        // follows such a string.
        var (hasString, hasComma) = (false, false)
        // True if the last letter of the current line is right-to-left, and true after a comma that follows such a letter.
        var (isReversed, isNext) = (false, false)
        for (position, byte) in text.enumerated() {
            if isRightToLeft(text, at: position) {
                isReversed = true
            } else if isLeftToRight(byte) {
                (isReversed, isNext) = (false, false)
            }
            if byte == UInt8(ascii: "\n") {
                (isInString, isEscaped, hasString, hasComma) = (false, false, false, false)
                (isReversed, isNext) = (false, false)
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
                    hasLetters = isRightToLeft(text, at: position)
                }
            } else if byte == UInt8(ascii: "\"") {
                (isInString, hasLetters) = (true, false)
            } else if byte == UInt8(ascii: ",") {
                (hasComma, isNext) = (hasString, isReversed)
            } else if isNext, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                return true
            }
        }
        return false
    }

    /// Returns the number of the first line, from 1, on which editors show a value to the left of its name; nil if there
    /// is none. Such a name ends with a right-to-left letter, and its value begins with one or with a digit. Formatting
    /// does not help, because it leaves them on one line.
    static func firstReversedMember(in text: [UInt8]) -> Int? {
        var line = 1
        var (isInString, isEscaped) = (false, false)
        // The state of the current line: true if its last letter is right-to-left, and true after a colon that follows
        // such a letter.
        var (isReversed, hasColon) = (false, false)
        for (position, byte) in text.enumerated() {
            if byte == UInt8(ascii: "\n") {
                line += 1
                (isInString, isEscaped, isReversed, hasColon) = (false, false, false, false)
                continue
            }
            if isRightToLeft(text, at: position) {
                if hasColon { return line }
                isReversed = true
            } else if isLeftToRight(byte) {
                (isReversed, hasColon) = (false, false)
            } else if hasColon, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                return line
            }
            if isEscaped {
                isEscaped = false
            } else if isInString {
                isEscaped = byte == UInt8(ascii: "\\")
                isInString = byte != UInt8(ascii: "\"")
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == UInt8(ascii: ":") {
                hasColon = isReversed
            }
        }
        return nil
    }

    /// Returns true if a text in UTF-8 contains a letter of a right-to-left script.
    static func hasLetters(_ text: [UInt8]) -> Bool {
        text.indices.contains { isRightToLeft(text, at: $0) }
    }

    /// Returns true for the first byte, in UTF-8, of a letter that is not right-to-left; the byte must not begin a
    /// right-to-left character. Characters from U+0080 to U+00BF, from U+2000 to U+2FFF and above U+FFFF do not count,
    /// because most of them are signs and emoji, which have no direction of their own.
    private static func isLeftToRight(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case 0xC3...0xE1, 0xE3...0xEF: true
        default: false
        }
    }

    /// Returns true if a character of a right-to-left script begins at an index of a text in UTF-8. The characters are
    /// those in the blocks from Hebrew to Arabic Extended-A, in the presentation forms, and in blocks of other planes,
    /// such as Adlam.
    private static func isRightToLeft(_ text: [UInt8], at position: Int) -> Bool {
        func byte(_ offset: Int) -> UInt8 { position + offset < text.count ? text[position + offset] : 0 }
        return switch (byte(0), byte(1)) {
        // U+05C0 to U+07FF, and U+0800 to U+08FF.
        case (0xD7...0xDF, _), (0xE0, 0xA0...0xA3): true
        // U+FB1D to U+FDFF, and U+FE70 to U+FEFF.
        case (0xEF, 0xAC): byte(2) >= 0x9D
        case (0xEF, 0xAD...0xB7), (0xEF, 0xBA...0xBB): true
        case (0xEF, 0xB9): byte(2) >= 0xB0
        // U+10800 to U+10FFF, and U+1E800 to U+1EFFF.
        case (0xF0, 0x90), (0xF0, 0x9E): byte(2) >= 0xA0
        default: false
        }
    }
}

import JSONText

/// Finds the character U+FFFD, which programs put in the place of bytes or characters that they could not read.
enum ReplacementCharacters {
    /// Returns the line of the first U+FFFD in a text in UTF-8; nil if the text contains none.
    static func firstLine(in text: [UInt8]) -> Int? {
        let bytes = text.span
        for offset in bytes.indices.dropLast(2)
        where bytes[offset] == 0xEF && bytes[offset + 1] == 0xBF && bytes[offset + 2] == 0xBD {
            return LineTable(text).position(at: offset).line
        }
        return nil
    }
}

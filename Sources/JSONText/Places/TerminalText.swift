/// Text for a terminal, in which characters that a terminal would obey instead of showing are written as escapes such
/// as `\u{202E}`.
///
/// They are control characters, which could move the cursor or change colors; separators of lines; and direction
/// controls, which could change the visible order of characters. Documents, names and comments may contain any of them.
package enum TerminalText {
    /// Returns a single line: line breaks and tabs are escaped too.
    package static func line(_ text: String) -> String { escaped(text, keepsLines: false) }

    /// Returns one or more lines: line feeds and tabs stay as they are.
    package static func lines(_ text: String) -> String { escaped(text, keepsLines: true) }

    private static func escaped(_ text: String, keepsLines: Bool) -> String {
        guard text.unicodeScalars.contains(where: { isObeyed($0, keepsLines: keepsLines) }) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if isObeyed(scalar, keepsLines: keepsLines) {
                escaped += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func isObeyed(_ scalar: Unicode.Scalar, keepsLines: Bool) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: !keepsLines
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

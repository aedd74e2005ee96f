/// Estimates the width of text, because a picture drawn on the server cannot be measured.
enum SVGText {
    /// Returns the width in pixels at a font size.
    static func width(_ text: String, size: Double, isMono: Bool = false) -> Double {
        text.unicodeScalars.reduce(0) { $0 + advance($1, isMono: isMono) } * size
    }

    /// Returns the first 400 characters of a text on one line, cut off with an ellipsis if they are wider than `width`.
    static func fitted(_ text: String, width: Double, size: Double, isMono: Bool = false) -> String {
        let line = String(text.prefix(400)).replacing(/\s+/, with: " ")
        guard Self.width(line, size: size, isMono: isMono) > width else { return line }
        var shown = "", used = size * 0.8
        for character in line {
            used += Self.width(String(character), size: size, isMono: isMono)
            guard used <= width else { break }
            shown.append(character)
        }
        return shown.trimmingPrefix(" ") + "…"
    }

    /// Returns the advance of a character relative to the font size.
    private static func advance(_ scalar: Unicode.Scalar, isMono: Bool) -> Double {
        switch scalar.value {
        case 0x0300...0x036F, 0x064B...0x065F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x1F000...0x3FFFF:
            1.02
        case _ where isMono: 0.61
        case 0x41...0x5A, 0x400...0x42F, 0x4D, 0x57, 0x6D, 0x77: 0.7
        case 0x20, 0x2E, 0x2C, 0x69, 0x6C, 0x7C: 0.32
        default: 0.58
        }
    }
}

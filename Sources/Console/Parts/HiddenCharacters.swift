import Preview

/// Characters that are invisible or reorder the text around them, such as zero-width spaces and direction controls.
///
/// A reader would not notice such a character, and two texts that look the same may differ. Listings and comparisons
/// therefore mark it with its code point. The style sheet draws the code point, so that copied text is unchanged.
enum HiddenCharacters {
    /// The maximum number of code points in a mark. Adjacent hidden characters share a mark; if there are more of them,
    /// the mark ends with the number of the others, such as `+3`.
    private static let mostNamed = 4
    /// The maximum number of tag characters in an emoji flag: six letters and digits of the region, and the end tag.
    private static let mostTags = 7
    /// The black flag; with tag characters after it, it is the flag of a region, such as Scotland's.
    private static let flag: Unicode.Scalar = "\u{1F3F4}"
    /// The tag characters of flags.
    private static let tags: ClosedRange<UInt32> = 0xE_0020...0xE_007F
    private static let endOfTags: UInt32 = 0xE_007F

    /// Returns a text escaped for an element's content, with its hidden characters marked.
    static func html(_ text: String) -> String {
        guard text.utf8.contains(where: isFirstByte) else { return HTMLEscaping.escape(text) }
        var html = ""
        var plain = String.UnicodeScalarView()
        var hidden: [Unicode.Scalar] = []
        var previous: Unicode.Scalar?
        // The number of tag characters that may follow as parts of a flag.
        var tagsLeft = 0
        func end() {
            html += HTMLEscaping.escape(String(plain)) + mark(hidden)
            plain = String.UnicodeScalarView()
            hidden = []
        }
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let isTag = tagsLeft > 0 && tags.contains(scalar.value)
            if !isTag, isHidden(scalar, between: previous, and: rest.first) {
                hidden.append(scalar)
            } else {
                if !hidden.isEmpty { end() }
                plain.append(scalar)
            }
            if scalar == flag {
                tagsLeft = mostTags
            } else {
                tagsLeft = isTag && scalar.value != endOfTags ? tagsLeft - 1 : 0
            }
            previous = scalar
        }
        end()
        return html
    }

    /// Returns a text as markup, with its hidden characters marked.
    static func markup(_ text: String) -> Markup { Markup(html: html(text)) }

    private static func mark(_ scalars: [Unicode.Scalar]) -> String {
        guard !scalars.isEmpty else { return "" }
        var words = scalars.prefix(mostNamed).map(code)
        if scalars.count > mostNamed { words.append("+\(scalars.count - mostNamed)") }
        let text = HTMLEscaping.escape(String(String.UnicodeScalarView(scalars)))
        return "<span class=\"hidden-character\" data-code=\"\(words.joined(separator: " "))\">\(text)</span>"
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Returns true if a byte can be the first of a hidden character in UTF-8; some visible characters begin with it
    /// too.
    private static func isFirstByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09: false
        case 0x00...0x1F, 0x7F, 0xC2, 0xCD, 0xD8, 0xE1...0xE3, 0xEF, 0xF3: true
        default: false
        }
    }

    private static func isHidden(
        _ scalar: Unicode.Scalar, between previous: Unicode.Scalar?, and next: Unicode.Scalar?
    ) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x180E: true
        case 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x2800, 0x3164: true
        case 0xFEFF, 0xFFF9...0xFFFC, 0xE_0000...0xE_007F: true
        case 0xFE00...0xFE0F, 0xE_0100...0xE_01EF: previous.map { isPlainLetter($0) || isSelector($0) } ?? false
        case 0x200C, 0x200D: !isNeeded(between: previous, and: next)
        default: false
        }
    }

    /// Returns true if a zero-width joiner or non-joiner between two characters is part of normal writing: after a
    /// letter of a script whose letters connect, even at the end of a word, and between two emoji.
    private static func isNeeded(between previous: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
        guard let previous else { return false }
        return isJoining(previous) || isEmoji(previous) && next.map(isEmoji) ?? false
    }

    /// Returns true for the letters and combining marks of Arabic, the Indic scripts, Mongolian, and other scripts in
    /// the same ranges of Unicode.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0620...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x1_0A00...0x1_1FFF:
            scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
                || scalar.properties.generalCategory == .spacingMark
        default: false
        }
    }

    /// Returns true for variation selectors, which have no effect after another variation selector.
    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE00...0xFE0F, 0xE_0100...0xE_01EF: true
        default: false
        }
    }

    /// Returns true for letters after which a variation selector has no effect: all but ideographs, emoji, symbols like
    /// ℬ, and the letters of Myanmar, Phags-pa, Manichaean and hieroglyphs.
    private static func isPlainLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1000...0x109F, 0x2100...0x214F, 0xA840...0xA877, 0x1_0AC0...0x1_0AFF, 0x1_3000...0x1_345F: false
        case 0x1_D400...0x1_D7FF: false
        default: scalar.properties.isAlphabetic && !scalar.properties.isIdeographic && !isEmoji(scalar)
        }
    }

    /// Returns true for emoji, except those below U+0100 such as digits and ©, and for the variation selector and skin
    /// tones that follow emoji.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFE0F || scalar.value > 0xFF && scalar.properties.isEmoji
    }
}

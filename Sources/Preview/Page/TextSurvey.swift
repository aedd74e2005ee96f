import JSONText

/// The language and direction of a document's own texts.
///
/// Counts the strings that people read, not enum values, types, URLs and identifiers, as far as names and values show
/// that. Examines at most 20,000 values; counts the letters and words of the first 400 characters of each.
struct TextSurvey {
    private var rightToLeft = 0
    private var leftToRight = 0
    private var hebrew = 0
    private var arabicScript = TextLanguage.arabicScript
    private var cyrillic = 0
    private var cyrillicScript = TextLanguage.cyrillicScript
    private var han = 0

    init(_ value: JSONValue) {
        var remaining = 20_000
        count(value, name: "", remaining: &remaining)
    }

    /// The direction of most texts; `ltr` if there are as many texts of each direction.
    var direction: Direction { rightToLeft > leftToRight ? .rtl : .ltr }

    /// The most likely language of the texts: by letters and frequent words for the Arabic and Cyrillic scripts, `he`
    /// for the Hebrew script, `zh-Hant` for Chinese characters, and `en` for all others.
    var language: String {
        if direction == .rtl { return hebrew * 2 > rightToLeft ? "he" : arabicScript.likeliest }
        if cyrillic * 2 > leftToRight { return cyrillicScript.likeliest }
        if han * 2 > leftToRight { return "zh-Hant" }
        return "en"
    }

    /// The members whose strings are not texts that people read.
    static let unreadMembers: Set<String> = [
        "type", "$schema", "$id", "$ref", "pattern", "format", "id", "tag", "deeplink", "event", "url", "ui:widget",
        "widget", "reference",
    ]

    private mutating func count(_ value: JSONValue, name: String, remaining: inout Int) {
        remaining -= 1
        guard remaining > 0 else { return }
        switch value.kind {
        case .string:
            if !Self.unreadMembers.contains(name), let text = value.string { count(text) }
        case .array:
            guard name != "required", name != "ui:order", name != "order" else { return }
            for element in value.elements { count(element, name: name, remaining: &remaining) }
        case .object:
            for member in value.members { count(member.value, name: member.name, remaining: &remaining) }
        default:
            break
        }
    }

    private mutating func count(_ text: String) {
        var right = 0, left = 0, isProse = false
        for scalar in text.unicodeScalars.prefix(400) {
            switch scalar.value {
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC:
                right += 1
            case 0x41...0x5A, 0x61...0x7A: left += 1
            case 0x20: isProse = true
            case 0xC0...0x058F:
                left += 1
                isProse = true
            case 0x0900...0x1FFF, 0x3040...0xD7FF, 0xF900...0xFAFF:
                left += 1
                isProse = true
            default: break
            }
        }
        if right > left {
            rightToLeft += 1
            let isHebrew = text.unicodeScalars.contains { (0x0590...0x05FF).contains($0.value) }
            if isHebrew { hebrew += 1 } else { arabicScript.count(text.prefix(400)) }
        } else if left > 0, isProse || text.unicodeScalars.first?.properties.isUppercase == true {
            // A single Latin word without a capital at its beginning is left out: it is more likely an enum value or an
            // identifier than prose.
            leftToRight += 1
            if text.unicodeScalars.contains(where: { (0x400...0x52F).contains($0.value) }) {
                cyrillic += 1
                cyrillicScript.count(text.prefix(400))
            }
            if text.unicodeScalars.contains(where: { (0x3400...0x9FFF).contains($0.value) }) { han += 1 }
        }
    }
}

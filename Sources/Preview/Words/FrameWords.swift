/// The preview's own words around a document, in the document's language.
///
/// Each topic has a table in an extension of its own, with every key in English; other languages may lack some.
struct FrameWords: Sendable {
    let language: String
    private let texts: [String: String]

    /// Words of a language tag; English where there are none.
    init(language: String) {
        self.language = language
        let primary = language.lowercased().split(separator: "-").first.map(String.init) ?? "en"
        texts = Self.tables.reduce(into: [:]) { texts, table in
            texts.merge(table["en"] ?? [:]) { first, _ in first }
            texts.merge(table[primary] ?? [:]) { _, translated in translated }
        }
    }

    /// A sentence with `{name}` replaced; numbers in the language's digits.
    subscript(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
        var text = texts[key] ?? key
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        return text
    }

    /// A whole number in the language's digits.
    func number(_ number: Int) -> String {
        let zero: UInt32
        switch language.prefix(2) {
        case "fa": zero = 0x06F0
        case "ar": zero = 0x0660
        default: return String(number)
        }
        let scalars = String(number).unicodeScalars.map { scalar -> Unicode.Scalar in
            guard (48...57).contains(scalar.value) else { return scalar }
            return Unicode.Scalar(zero + scalar.value - 48) ?? scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The tables of all topics, each by language and key; no key stands in two.
    private static let tables = [forms, filling, modules, optionSheets, layout, questionnaires]
}

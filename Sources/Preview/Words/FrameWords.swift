/// The preview's own texts, in the language of the page, or in English if there are none in that language.
struct FrameWords: Sendable {
    let language: String
    private let texts: [String: String]

    /// Creates texts in a language, by key.
    init(language: String, texts: [String: String]) {
        self.language = language
        self.texts = texts
    }

    /// The text of a key with each `{name}` replaced; the key itself if it has no text.
    subscript(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
        var text = texts[key] ?? key
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        return text
    }

    /// Returns the message for a violated JSON Schema keyword; a general message if there is none for the keyword.
    func error(_ keyword: String) -> String { texts[Self.errorPrefix + keyword] ?? self["error.other"] }

    /// Returns a whole number in Persian digits for `fa`, in Arabic ones for `ar`, otherwise in the digits 0 to 9.
    func number(_ number: Int) -> String {
        let zero: UInt32
        switch language.prefix(while: { $0 != "-" }).lowercased() {
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

    private static let errorPrefix = "error."
}

/// The word that free text in a sample consists of, so that test data look like what speakers of a language enter.
enum SampleWord {
    static let english = "Text"

    /// Returns the word for a language tag such as `fa` or `zh-Hant`; the English word for languages not listed here.
    static func inLanguage(_ tag: String) -> String {
        switch tag.lowercased().prefix(while: { $0 != "-" }) {
        case "ru", "uk", "be", "bg": "Текст"
        case "fa": "متن"
        case "ar": "نص"
        case "zh", "ja": "文字"
        default: english
        }
    }
}

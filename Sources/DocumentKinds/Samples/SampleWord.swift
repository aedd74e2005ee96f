/// The word that free text of a sample is made of, so that test data look like what people of a language would enter.
enum SampleWord {
    static let english = "Text"

    /// The word of a language tag such as `fa` or `zh-Hant`; the English one for languages without a script of their own
    /// here.
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

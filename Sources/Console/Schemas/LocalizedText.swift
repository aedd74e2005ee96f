import JSONSchema
import JSONText
import Mustache
import Preview

/// A text from a schema, with its language.
struct LocalizedText: Sendable {
    var text: String
    /// The text as markup; a part between backticks is code.
    var html: Markup
    /// The language tag, by which browsers choose a font and a voice.
    var language: String
    /// `ltr` or `rtl`.
    var direction: String

    init(text: String, language: String) {
        self.text = text
        html = Markup(message: text)
        self.language = language
        direction = Language.isRightToLeft(language) ? "rtl" : "ltr"
    }

    /// Creates the text of a keyword, such as `title`, in a language; if it is not translated, in the language of texts
    /// outside `x-i18n`.
    init(_ keyword: String, of schema: JSONValue?, in language: String) {
        if let text = schema?[.translations]?[language]?[keyword]?.string {
            self.init(text: text, language: language)
        } else {
            self.init(text: schema?[keyword]?.string ?? "", language: Language.own)
        }
    }

    static let sample = LocalizedText(text: "دکمه", language: "fa")
}

extension LocalizedText: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "text": text
        case "html": html
        case "language": language
        case "direction": direction
        default: nil
        }
    }
}

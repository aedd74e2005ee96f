import JSONText
import Mustache

/// A text of the schemas in the language that it is written in.
struct Prose: Sendable {
    var text: String
    /// A language tag, for the browser's choice of letters and voice.
    var language: String
    /// `ltr` or `rtl`.
    var direction: String

    init(text: String, language: String) {
        self.text = text
        self.language = language
        direction = Language.isRightToLeft(language) ? "rtl" : "ltr"
    }

    /// The title or description of a schema in a language, else in the schema's own.
    init(_ keyword: String, of schema: JSONValue?, in language: String) {
        if let text = schema?["x-i18n"]?[language]?[keyword]?.string {
            self.init(text: text, language: language)
        } else {
            self.init(text: schema?[keyword]?.string ?? "", language: Language.own)
        }
    }

    static let sample = Prose(text: "دکمه", language: "fa")
}

extension Prose: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "text": text
        case "language": language
        case "direction": direction
        default: nil
        }
    }
}

import JSONSchema
import JSONText
import Mustache

/// A text of the schemas with its language.
struct Prose: Sendable {
    var text: String
    /// The language tag, for the browser's choice of font and voice.
    var language: String
    /// `ltr` or `rtl`.
    var direction: String

    init(text: String, language: String) {
        self.text = text
        self.language = language
        direction = Language.isRightToLeft(language) ? "rtl" : "ltr"
    }

    /// Creates the title or description of a schema in a language, or else in the schema's own.
    init(_ keyword: String, of schema: JSONValue?, in language: String) {
        if let text = schema?[.translations]?[language]?[keyword]?.string {
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

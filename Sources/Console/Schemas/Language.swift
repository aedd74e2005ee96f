import JSONSchema
import JSONText

/// The languages of schema descriptions and of previews.
enum Language {
    /// The language of texts outside `x-i18n`.
    static let own = "en"
    /// The languages that all previews offer.
    static let ofProduct = ["en", "ru", "fa", "ar", "zh-Hant"]

    /// Returns the language of texts outside `x-i18n`, then, sorted by tag, all other languages that the schema and its
    /// subschemas have in `x-i18n`.
    static func all(in schema: JSONValue) -> [String] {
        var tags: Set<String> = []
        var open = [schema]
        while let value = open.popLast() {
            for member in value[.translations].map({ Array($0.members) }) ?? [] { tags.insert(member.name) }
            open += value.kind == .object ? value.members.map(\.value) : Array(value.elements)
        }
        return [own] + tags.subtracting([own]).sorted()
    }

    /// Returns the name of a language in that language; for languages that are not listed, the tag.
    static func title(_ tag: String) -> String {
        switch tag {
        case "en": "English"
        case "ru": "Русский"
        case "fa": "فارسی"
        case "ar": "العربية"
        case "zh-Hant": "繁體中文"
        case "zh-Hans": "简体中文"
        default: tag
        }
    }

    /// Returns true for Arabic, Persian, Hebrew and Urdu, whatever the region or script in the tag.
    static func isRightToLeft(_ tag: String) -> Bool {
        ["ar", "fa", "he", "ur"].contains(String(tag.prefix { $0 != "-" }))
    }
}

/// A link to a page of the catalogue in another language.
struct LanguageLink: Sendable {
    var tag: String
    var title: String
    var href: String
    var isCurrent: Bool
}

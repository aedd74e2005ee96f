import JSONText

/// The languages that schemas are described in.
enum Language {
    /// The language of what stands outside `x-i18n`.
    static let own = "en"

    /// The schema's own language, then every one that `x-i18n` of the schema or of a part of it has.
    static func all(in schema: JSONValue) -> [String] {
        var tags: Set<String> = []
        var open = [schema]
        while let value = open.popLast() {
            for member in value["x-i18n"].map({ Array($0.members) }) ?? [] { tags.insert(member.name) }
            open += value.kind == .object ? value.members.map(\.value) : Array(value.elements)
        }
        return [own] + tags.subtracting([own]).sorted()
    }

    /// What its readers call it; the tag itself for one that few schemas have.
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

    static func isRightToLeft(_ tag: String) -> Bool {
        ["ar", "fa", "he", "ur"].contains(String(tag.prefix { $0 != "-" }))
    }
}

/// A language that a page of the catalogue can be read in.
struct LanguageLink: Sendable {
    var tag: String
    var title: String
    var href: String
    var isCurrent: Bool
}

import Foundation
import JSONText

/// The console's texts in one language, by key.
///
/// They stand in `Templates/texts/`, one file per language: a JSON object whose members are texts with placeholders
/// (`{name}`), or objects with a text for each plural form of the placeholder `{count}`.
struct Texts: Sendable {
    /// The texts of the request that is being answered.
    @TaskLocal static var current = Texts(language: "en", entries: [:])

    /// The language's tag, as the file is named.
    let language: String
    private let entries: [String: Entry]

    /// The value of a key.
    enum Entry: Sendable {
        case text(TextPattern)
        case counted([PluralForm: TextPattern])
    }

    init(language: String, entries: [String: Entry]) {
        self.language = language
        self.entries = entries
    }

    /// The text of a key in the language of the request, with its placeholders filled; `count` chooses the plural form.
    ///
    /// Call it with a literal key: a test compares keys and names with the files. The key itself if there is no text.
    static subscript(
        _ key: String, _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]
    ) -> String {
        current[key, values]
    }

    /// The text of a key, with its placeholders filled.
    subscript(_ key: String, _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]) -> String {
        switch entries[key] {
        case .text(let pattern): return pattern.filled(values)
        case .counted(let forms):
            let count = values.first { $0.key == "count" }?.value as? Int ?? 0
            return (forms[PluralForm(of: count, in: language)] ?? forms[.other])?.filled(values) ?? key
        case nil: return key
        }
    }

    /// The text of a key without plural forms; nil if there is none.
    func pattern(_ key: String) -> TextPattern? {
        if case .text(let pattern) = entries[key] { pattern } else { nil }
    }

    /// The placeholders of every key; those of all plural forms together.
    var placeholders: [String: Set<String>] {
        entries.mapValues { entry in
            switch entry {
            case .text(let pattern): pattern.placeholders
            case .counted(let forms): forms.values.reduce(into: ["count"]) { $0.formUnion($1.placeholders) }
            }
        }
    }

    /// The writing direction: `rtl` or `ltr`.
    var direction: String { ["ar", "fa"].contains(language) ? "rtl" : "ltr" }
}

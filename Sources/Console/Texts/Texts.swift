import Foundation
import JSONText

/// The console's texts in one language, by key.
///
/// They are stored in `Templates/texts/`, one file per language: a JSON object whose members are texts with
/// placeholders (`{name}`), or objects with a text for each plural form of the placeholder `{count}`.
struct Texts: Sendable {
    /// The texts in the language of the current request.
    @TaskLocal static var current = Texts(language: "en", entries: [:])

    /// The language's tag, which is the name of its file.
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

    /// Returns the text of a key in the language of the request, with its placeholders filled; `count` chooses the
    /// plural form. Returns the key itself if there is no text.
    ///
    /// The key must be a literal: a test compares the keys and the names of the placeholders with the files.
    static subscript(
        _ key: String, _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]
    ) -> String {
        current[key, values]
    }

    /// Returns the text of a key, with its placeholders filled; the key itself if there is no text.
    subscript(_ key: String, _ values: KeyValuePairs<String, any CustomStringConvertible> = [:]) -> String {
        switch entries[key] {
        case .text(let pattern): return pattern.filled(values)
        case .counted(let forms):
            let count = values.first { $0.key == "count" }?.value as? Int ?? 0
            return (forms[PluralForm(of: count, in: language)] ?? forms[.other])?.filled(values) ?? key
        case nil: return key
        }
    }

    /// Returns the text of a key without plural forms; nil if there is none.
    func pattern(_ key: String) -> TextPattern? {
        if case .text(let pattern) = entries[key] { pattern } else { nil }
    }

    /// The names of the placeholders by key; for a key with plural forms, those of all forms and `count`.
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

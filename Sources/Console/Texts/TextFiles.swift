import Foundation
import JSONText

/// The texts of all languages, from the files of a folder: one per language, named after its tag.
///
/// Every language has the keys of `en.json`, each with the same placeholders and with the plural forms of the language.
struct TextFiles: Sendable {
    let english: Texts
    /// All languages, English first.
    let languages: [Texts]

    /// Reads the folder.
    ///
    /// - Throws: `TextFileError` when a file is not JSON, repeats a key, has a value that is neither a text nor an
    ///   object of all plural forms, or has other keys or placeholders than `en.json`; a system error when a file
    ///   cannot be read.
    init(folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        english = try Self.read(folder + "/en.json", language: "en")
        let placeholders = english.placeholders
        languages =
            try [english]
            + names.sorted().filter { $0 != "en.json" }.map { name in
                let texts = try Self.read(folder + "/" + name, language: String(name.dropLast(".json".count)))
                if let difference = Self.difference(of: texts.placeholders, from: placeholders) {
                    throw TextFileError(file: name, reason: difference)
                }
                return texts
            }
    }

    private static func read(_ path: String, language: String) throws -> Texts {
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: Array(try Data(contentsOf: URL(filePath: path)))).root
        } catch let error as JSONSyntaxErrors {
            throw TextFileError(file: path, reason: error.errors.first?.message ?? "is not JSON")
        }
        var entries: [String: Texts.Entry] = [:]
        for member in root.members {
            guard let entry = entry(member.value, language: language) else {
                throw TextFileError(
                    file: path, reason: "`\(member.name)` is neither a text nor an object of all plural forms")
            }
            entries[member.name] = entry
        }
        return Texts(language: language, entries: entries)
    }

    private static func entry(_ value: JSONValue, language: String) -> Texts.Entry? {
        if let text = value.string { return .text(TextPattern(text)) }
        var forms: [PluralForm: TextPattern] = [:]
        for member in value.members {
            guard let form = PluralForm(rawValue: member.name), let text = member.value.string else { return nil }
            forms[form] = TextPattern(text)
        }
        return Set(forms.keys) == PluralForm.needed(in: language) ? .counted(forms) : nil
    }

    /// Returns the first difference of a language from English, as a sentence; nil if there is none.
    private static func difference(
        of own: [String: Set<String>], from english: [String: Set<String>]
    ) -> String? {
        for (key, names) in english.sorted(by: { $0.key < $1.key }) {
            guard let has = own[key] else { return "`\(key)` is missing" }
            if has != names {
                return "`\(key)` has the placeholders \(has.sorted()); in English they are \(names.sorted())"
            }
        }
        return own.keys.filter { english[$0] == nil }.min().map { "`\($0)` is not a key of en.json" }
    }
}

/// A reason why a file of texts, or a template that refers to texts, cannot be used.
struct TextFileError: Error, CustomStringConvertible {
    /// The file, or the template's name.
    let file: String
    let reason: String

    var description: String { "\(file): \(reason)" }
}

import Foundation
import JSONText

/// The texts of all languages, from the files of a folder: one per language, named after its tag.
///
/// A file is a JSON object of texts by key. Every language has the keys of `en.json`, with the same placeholders
/// (`{name}`).
struct WordFiles: Sendable {
    /// The tag of each file's name, with the file's texts by key.
    private let languages: [(tag: LanguageTag, texts: [String: String])]
    private let english: [String: String]

    /// Reads the folder.
    ///
    /// - Throws: If a file cannot be read, is not an object of texts, repeats a key, or has other keys or placeholders
    /// than `en.json`.
    init(folder: URL) throws(PreviewError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
                .filter { $0.hasSuffix(".json") }.sorted()
        } catch {
            throw PreviewError(file: folder.path(percentEncoded: false), reason: "cannot be read", line: nil)
        }
        english = try Self.texts(in: folder.appending(path: "en.json"))
        let placeholders = english.mapValues(Self.placeholders)
        var languages: [(tag: LanguageTag, texts: [String: String])] = []
        for name in names {
            let file = folder.appending(path: name)
            let texts = try Self.texts(in: file)
            if let problem = Self.difference(of: texts, from: placeholders) {
                throw PreviewError(file: file.path(percentEncoded: false), reason: problem, line: nil)
            }
            languages.append((LanguageTag(String(name.dropLast(".json".count))), texts))
        }
        self.languages = languages
    }

    /// Returns the texts for a language tag; English if there is no file for its language in its script.
    func words(for language: String) -> FrameWords {
        FrameWords(language: language, texts: texts(for: language) ?? english)
    }

    /// Returns the texts for the first of some language tags that has a file; English if none has one.
    func words(forFirstOf tags: [String]) -> FrameWords {
        words(for: tags.first { texts(for: $0) != nil } ?? tags.first ?? "en")
    }

    /// The keys of every language.
    var keys: Set<String> { Set(english.keys) }

    private func texts(for language: String) -> [String: String]? {
        let asked = LanguageTag(language)
        return languages.first { asked.admits($0.tag) }?.texts
    }

    private static func texts(in file: URL) throws(PreviewError) -> [String: String] {
        let path = file.path(percentEncoded: false)
        func refused(_ reason: String) -> PreviewError { PreviewError(file: path, reason: reason, line: nil) }
        guard let data = FileManager.default.contents(atPath: path) else { throw refused("cannot be read") }
        let root: JSONValue
        do {
            root = try JSONDocument(parsing: Array(data)).root
        } catch {
            throw refused(error.errors.first?.message ?? "is not JSON")
        }
        guard root.kind == .object else { throw refused("is not an object of texts by key") }
        var texts: [String: String] = [:]
        for member in root.members {
            guard let text = member.value.string else { throw refused("`\(member.name)` is not a text") }
            texts[member.name] = text
        }
        return texts
    }

    /// Returns the first difference of a language from English, as a sentence; `english` has the placeholders by key.
    private static func difference(of texts: [String: String], from english: [String: Set<String>]) -> String? {
        for (key, needs) in english.sorted(by: { $0.key < $1.key }) {
            guard let own = texts[key] else { return "`\(key)` is missing" }
            let has = placeholders(own)
            if has != needs {
                return "`\(key)` has the placeholders \(has.sorted()); in English they are \(needs.sorted())"
            }
        }
        return texts.keys.filter { english[$0] == nil }.min().map { "`\($0)` is not a key of en.json" }
    }

    private static func placeholders(_ text: String) -> Set<String> {
        // Most texts have no placeholder, and this check is faster than a regular expression.
        guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
        return Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) })
    }
}

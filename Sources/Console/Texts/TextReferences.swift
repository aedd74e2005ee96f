import Foundation

/// Places texts into page templates before the templates are parsed.
///
/// A template refers to a text as `[[key]]`. The text is escaped, and each placeholder `{name}` becomes the variable
/// `{{name}}`; `[[key name=row.title]]` uses the variable `{{row.title}}` instead. For HTML elements inside a sentence,
/// the reference contains the opening tags with their attributes, and the text only the tags' names:
/// `[[key <a href="/schemas">]]` and `No schema matches. <a>Show all</a>`. With the word `unfilled` in the reference,
/// placeholders stay as they are, for a script to fill.
struct TextReferences {
    let texts: Texts

    /// Returns a template with its texts in place.
    ///
    /// - Throws: `TextFileError` when a reference is not closed, a key has no text or one with plural forms, or a text
    ///   has an element that its reference lacks.
    func placed(in template: String, named name: String) throws -> String {
        let parts = template.components(separatedBy: "[[")
        var result = parts[0]
        for part in parts.dropFirst() {
            guard let end = part.range(of: "]]") else { throw TextFileError(file: name, reason: "`[[` is not closed") }
            let reference = Reference(part[..<end.lowerBound])
            guard let pattern = texts.pattern(reference.key) else {
                throw TextFileError(file: name, reason: "there is no text `\(reference.key)` without plural forms")
            }
            do {
                result += try markup(pattern, reference) + part[end.upperBound...]
            } catch let element as MissingElement {
                throw TextFileError(
                    file: name,
                    reason: "the text `\(reference.key)` has an element `\(element.name)`, which its reference lacks")
            }
        }
        return result
    }

    /// A reference to a text in a template.
    private struct Reference {
        let key: String
        /// The opening tags, by the names of their elements.
        var tags: [String: String] = [:]
        /// The names of variables, by the names of placeholders.
        var variables: [String: String] = [:]
        /// True if placeholders stay as they are, for a script to fill.
        var isUnfilled = false

        init(_ text: Substring) {
            key = String(text.prefix { !$0.isWhitespace })
            let rest = text.dropFirst(key.count)
            guard !rest.isEmpty else { return }
            for match in rest.matches(of: /<([a-z]+)[^>]*>/) { tags[String(match.1)] = String(match.0) }
            for word in rest.replacing(/<[^>]*>/, with: "").split(separator: " ") {
                let sides = word.split(separator: "=").map(String.init)
                if sides.count == 2 { variables[sides[0]] = sides[1] }
                if word == "unfilled" { isUnfilled = true }
            }
        }
    }

    private struct MissingElement: Error { let name: String }

    private func markup(_ pattern: TextPattern, _ reference: Reference) throws -> String {
        try pattern.pieces.map { piece in
            switch piece {
            case .placeholder(let name):
                return reference.isUnfilled ? "{\(name)}" : "{{\(reference.variables[name] ?? name)}}"
            case .words(let words): return try markup(words, reference)
            }
        }.joined()
    }

    /// Returns escaped words, in which the tags of elements are replaced by those of the reference.
    private func markup(_ words: String, _ reference: Reference) throws -> String {
        var result = ""
        var rest = words[...]
        while let match = rest.firstMatch(of: /<(\/?)([a-z]+)>/) {
            let name = String(match.2)
            guard let tag = reference.tags[name] else { throw MissingElement(name: name) }
            result += Self.escaped(rest[..<match.range.lowerBound]) + (match.1.isEmpty ? tag : "</\(name)>")
            rest = rest[match.range.upperBound...]
        }
        return result + Self.escaped(rest)
    }

    private static func escaped(_ text: Substring) -> String {
        String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}

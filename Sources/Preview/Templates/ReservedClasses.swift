import Foundation

/// The class names of the page and of Galley's own templates, which a repository's templates cannot use, so that their
/// styles do not affect each other.
///
/// A reserved name that a repository's template or element uses gets a prefix.
struct ReservedClasses: Sendable {
    /// No reserved names, for Galley's own templates.
    static let none = ReservedClasses(names: [])

    private static let prefix = "own-"

    /// The page's classes that templates may use: common parts of elements, and helpers.
    static let shared: Set<String> = [
        "element", "issue", "issue-messages", "unsupported", "outline", "is-hidden", "constraints", "constrained",
        "glyph", "glyph-letter", "glyph-mirrors", "visually-hidden", "widget-title", "title-bar", "nothing", "note",
        "screen", "alone", "phone",
    ]

    private let names: Set<String>

    private init(names: Set<String>) { self.names = names }

    /// Collects the classes in style sheets and in the bodies of templates, except those in `shared` and those that
    /// begin with `kind-`.
    init(styles: [String], bodies: [String]) {
        var names: Set<String> = []
        for style in styles { names.formUnion(Self.names(in: style)) }
        for body in bodies {
            for attribute in body.matches(of: Self.attribute) {
                names.formUnion(Self.words(of: attribute.output.3).map(String.init))
            }
        }
        self.names = names.subtracting(Self.shared).filter { !$0.hasPrefix("kind-") }
    }

    /// Returns the class names in a style sheet, without those in its comments.
    static func names(in style: String) -> Set<String> {
        let code = style.replacing(#/\/\*[\s\S]*?\*\//#, with: " ")
        return Set(code.matches(of: selector).map { String($0.output.1) })
    }

    /// Returns a repository's class name, with a prefix if it is reserved.
    func own(_ name: String) -> String { names.contains(name) ? Self.prefix + name : name }

    /// Returns a style sheet with its reserved class names replaced.
    func isolated(style: String) -> String {
        names.isEmpty ? style : style.replacing(Self.selector) { "." + own(String($0.output.1)) }
    }

    /// Returns the body of a template with its reserved class names replaced.
    func isolated(body: String) -> String {
        guard !names.isEmpty else { return body }
        return body.replacing(Self.attribute) { match in
            let value = match.output.3
            var isolated = ""
            var end = value.startIndex
            for word in Self.words(of: value) {
                isolated += value[end..<word.startIndex] + own(String(word))
                end = word.endIndex
            }
            return match.output.1 + match.output.2 + isolated + value[end...] + match.output.2
        }
    }

    private static var selector: Regex<(Substring, Substring)> { #/\.([A-Za-z_][A-Za-z0-9_-]*)/# }
    private static var attribute: Regex<(Substring, Substring, Substring, Substring)> {
        #/(\bclass\s*=\s*)(["'])(.*?)\2/#.dotMatchesNewlines()
    }

    /// Returns the complete class names in an attribute's value; names that contain a variable are ignored.
    private static func words(of value: Substring) -> [Substring] {
        var words: [Substring] = []
        var rest = value
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            if rest.hasPrefix("{{") {
                let isSection = rest.dropFirst(2).first.map { "#^/!".contains($0) } ?? false
                rest = rest.range(of: "}}").map { rest[$0.upperBound...] } ?? rest[rest.endIndex...]
                rest = rest.drop { $0 == "}" }
                if !isSection { rest = rest.drop { !$0.isWhitespace && $0 != "{" } }
                continue
            }
            let word = rest.prefix { !$0.isWhitespace && $0 != "{" }
            rest = rest[word.endIndex...]
            let isWhole = !rest.hasPrefix("{{") || rest.dropFirst(2).first.map { "#^/!".contains($0) } ?? false
            if isWhole, !word.isEmpty { words.append(word) }
            if word.isEmpty { rest = rest.dropFirst() }
        }
        return words
    }
}

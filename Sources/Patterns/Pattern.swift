/// A regular expression as JSON Schema defines it: ECMA-262, 15th edition, flag `u`, matching anywhere in the text.
///
/// A pattern is compiled once and used from any thread. PCRE2 matches the patterns for which it agrees with ECMA-262;
/// for a text on which PCRE2 exceeds its limits, `LinearProgram` decides if it supports the pattern.
/// `BacktrackingProgram` matches the other patterns, such as those with a back-reference to a group inside a
/// repetition, or with a look-behind of variable length. All three have limits.
package struct Pattern: Sendable {
    private enum Matcher: Sendable {
        case compiled(PCRE2Program, PatternNode)
        case backtracking(BacktrackingProgram)
    }

    /// The maximum length of a pattern in bytes.
    package static let longestSource = 64 << 10

    package let source: String
    private let matcher: Matcher

    /// Parses a pattern without slashes; throws `.syntax` or `.tooLarge`.
    package init(_ source: String) throws(PatternError) {
        guard source.utf8.count <= Self.longestSource else {
            throw .tooLarge("The pattern is longer than \(Self.longestSource / 1024) KiB.")
        }
        self.source = source
        var parser = PatternParser(source)
        var tree = try parser.parse()
        if tree.references.isEmpty { tree = tree.simplified }
        if let translation = PatternTranslation(of: tree), let program = PCRE2Program(translation.text) {
            matcher = .compiled(program, tree)
        } else {
            matcher = .backtracking(try BacktrackingProgram(tree, captures: parser.captureCount))
        }
    }

    /// Returns true if the pattern matches anywhere in a UTF-8 text; throws `.tooCostly` if the limits are exceeded
    /// first.
    package func matches(_ utf8: [UInt8]) throws(PatternError) -> Bool {
        switch matcher {
        case .compiled(let program, let tree):
            if let isFound = program.matches(utf8) { return isFound }
            guard let automaton = LinearProgram(tree) else { throw .tooCostly }
            var search = LinearMatcher(automaton, utf8: utf8)
            return try search.search()
        case .backtracking(let program): return try program.matches(utf8)
        }
    }

    /// Returns true if the pattern matches anywhere in a text; throws `.tooCostly` if the limits are exceeded first.
    package func matches(_ text: String) throws(PatternError) -> Bool {
        try matches(Array(text.utf8))
    }
}

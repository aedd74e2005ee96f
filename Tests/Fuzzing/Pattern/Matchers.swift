internal import FuzzingSupport
@testable internal import Patterns

/// The three independent matchers of one pattern, which must agree.
struct Matchers {
    private let source: String
    private let compiled: PCRE2Program?
    private let automaton: LinearProgram?
    private let backtracking: BacktrackingProgram?

    /// Parses a valid pattern.
    init(_ source: String) throws(PatternError) {
        self.source = source
        var parser = PatternParser(source)
        let tree = try parser.parse()
        compiled = PatternTranslation(of: tree).flatMap { PCRE2Program($0.text) }
        automaton = LinearProgram(tree)
        backtracking = try? BacktrackingProgram(tree, captures: parser.captureCount)
    }

    /// Ends the process if two matchers contradict each other or `answer`; matchers that exceeded their limits are
    /// ignored.
    func check(_ text: [UInt8], answer: Bool?) {
        let answers = [
            "Pattern": answer, "PCRE2": compiled?.matches(text), "automaton": search(text),
            "backtracking": try? backtracking?.matches(text),
        ].compactMapValues { $0 }
        promise(Set(answers.values).count < 2, "pattern \(source.debugDescription), text \(shown(text)): \(answers)")
    }

    private func search(_ text: [UInt8]) -> Bool? {
        guard let automaton else { return nil }
        var matcher = LinearMatcher(automaton, utf8: text)
        return try? matcher.search()
    }
}

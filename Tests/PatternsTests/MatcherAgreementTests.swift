import Testing

@testable import Patterns

/// The three matchers were written apart from one another; on random patterns they must say the same.
struct MatcherAgreementTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static func pattern(depth: Int, _ generator: inout Generator) -> String {
        let atoms = [
            "a", "b", "c", ".", "[ab]", "[^a]", #"\w"#, #"\W"#, #"\s"#, "é", "^", "$", #"\b"#, #"\B"#, "[]", "[^]",
            #"\uD800"#,
        ]
        let quantifiers = ["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "{0}"]
        var text = ""
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            var atom = atoms.randomElement(using: &generator) ?? "a"
            if depth > 0, Int.random(in: 0..<3, using: &generator) == 0 {
                atom = "(" + pattern(depth: depth - 1, &generator) + ")"
            }
            let isAssertion = ["^", "$", #"\b"#, #"\B"#].contains(atom)
            text += atom + (isAssertion ? "" : quantifiers.randomElement(using: &generator) ?? "")
        }
        return Int.random(in: 0..<4, using: &generator) == 0 ? text + "|" + pattern(depth: depth, &generator) : text
    }

    @Test func `all matchers agree on random patterns`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = Generator(state: seed)
        let letters = ["a", "b", "c", "é", "-", " ", "\n", "😀"]
        for _ in 0..<1_500 {
            let source = Self.pattern(depth: 3, &generator)
            var parser = PatternParser(source)
            let tree = try parser.parse()
            let translation = try #require(PatternTranslation(of: tree), "\(source)")
            let compiled = try #require(PCRE2Program(translation.text), "\(source)")
            let simplified = try #require(PatternTranslation(of: tree.simplified).flatMap { PCRE2Program($0.text) })
            let automaton = try #require(LinearProgram(tree), "\(source)")
            let backtracking = try BacktrackingProgram(tree, captures: parser.captureCount)
            for _ in 0..<4 {
                let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? ""
                }.joined()
                let utf8 = Array(text.utf8)
                guard let expected = compiled.matches(utf8) else { continue }
                var search = LinearMatcher(automaton, utf8: utf8)
                let answers = [
                    try search.search(), try backtracking.matches(utf8), simplified.matches(utf8) ?? expected,
                ]
                #expect(
                    answers == [expected, expected, expected], "\(source) on \(text.debugDescription), seed \(seed)")
            }
        }
    }
}

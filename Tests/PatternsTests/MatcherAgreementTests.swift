import Foundation
import Testing

@testable import Patterns

/// Compares the independent matchers (automaton, PCRE2, backtracking) on random patterns.
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

    /// Seeds for which a matcher once gave a wrong answer.
    private static let failedSeeds: [UInt64] = [17_998_271_465_753_056_114, 16_538_487_683_748_128_306]

    /// Random seeds for long runs; add failing ones to `failedSeeds`.
    private static let drawnSeeds: [UInt64] =
        ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] == "1"
        ? (0..<200).map { _ in UInt64.random(in: 0 ... .max) } : []

    @Test(arguments: failedSeeds)
    func `all matchers agree on the patterns of a seed that once failed`(seed: UInt64) throws {
        try check(patterns: 1_500, seed: seed)
    }

    @Test(arguments: Array(1...24) + drawnSeeds)
    func `all matchers agree on random patterns`(seed: UInt64) throws {
        try check(patterns: 250, seed: seed)
    }

    private func check(patterns count: Int, seed: UInt64) throws {
        var generator = Generator(state: seed)
        for _ in 0..<count {
            let source = Self.pattern(depth: 3, &generator)
            let matchers = try Matchers(source)
            for _ in 0..<4 {
                let text = Self.text(&generator)
                let answers = try matchers.answers(to: text)
                #expect(Set(answers.values).count == 1, "\(source) on \(text.debugDescription): \(answers)")
            }
        }
    }

    private static func text(_ generator: inout Generator) -> String {
        let letters = ["a", "b", "c", "é", "-", " ", "\n", "😀"]
        return (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            letters.randomElement(using: &generator) ?? ""
        }.joined()
    }
}

/// One pattern compiled for every matcher.
private struct Matchers {
    private let pattern: Pattern
    private let compiled: PCRE2Program
    private let simplified: PCRE2Program
    private let automaton: LinearProgram
    private let backtracking: BacktrackingProgram

    init(_ source: String) throws {
        pattern = try Pattern(source)
        var parser = PatternParser(source)
        let tree = try parser.parse()
        compiled = try Self.compiled(tree, source)
        simplified = try Self.compiled(tree.simplified, source)
        automaton = try #require(LinearProgram(tree), "\(source)")
        backtracking = try BacktrackingProgram(tree, captures: parser.captureCount)
    }

    private static func compiled(_ tree: PatternNode, _ source: String) throws -> PCRE2Program {
        let translation = try #require(PatternTranslation(of: tree), "\(source)")
        return try #require(PCRE2Program(translation.text), "\(source)")
    }

    /// Returns the answers by matcher. A matcher that exceeded its limits has no answer; the pattern and the automaton
    /// must have one.
    func answers(to text: String) throws -> [String: Bool] {
        let utf8 = Array(text.utf8)
        var search = LinearMatcher(automaton, utf8: utf8)
        return [
            "Pattern": try pattern.matches(utf8), "automaton": try search.search(), "PCRE2": compiled.matches(utf8),
            "PCRE2, simplified": simplified.matches(utf8), "backtracking": try? backtracking.matches(utf8),
        ].compactMapValues { $0 }
    }
}

import Patterns
import Testing

struct AutomatonTests {
    @Test(arguments: [
        ("^id$", "id"), ("^id$", "ids"), ("b", "abc"), ("b", "acd"), (#"^\+7 \(\d{3}\)$"#, "+7 (912)"),
        (#"^\+7 \(\d{3}\)$"#, "+7 (91a)"), ("^(?:ab|c)*d?$", "abcabd"), ("^(?:ab|c)*d?$", "abcad"),
        ("^[^a-c]+$", "xyz"),
        ("^[^a-c]+$", "xbz"), (#"^\p{Lu}\p{Ll}+$"#, "Яна"), (#"^\p{Lu}\p{Ll}+$"#, "яна"), ("^.{2,4}$", "abc"),
        ("^.{2,4}$", "abcde"), ("a$|^b", "ba"), ("a$|^b", "ab"), ("", ""), ("^$", "a"),
    ])
    func `an automaton matches the same texts as its pattern`(source: String, text: String) throws {
        let automaton = try #require(PatternAutomaton(source))
        #expect(Self.isFound(automaton, in: text) == (try Pattern(source).matches(text)))
    }

    @Test(arguments: ["(?=a)b", "(?<!a)b", #"(a)\1"#, #"\bword\b"#, "[", "(?:a{100}){100}"])
    func `invalid, large, look-around, reference and boundary patterns have no automaton`(source: String) {
        #expect(PatternAutomaton(source) == nil)
    }

    @Test(arguments: [
        ("^[0-9]{3}$", true), ("^[A-Z]{3}$", false), ("^[^0-9]{3}$", true), (#"^\p{Nd}{3}$"#, true), ("^7", true),
        ("^.{4}$", false),
    ])
    func `an automaton decides whether three unknown digits may match`(source: String, mayMatch: Bool) throws {
        let automaton = try #require(PatternAutomaton(source))
        var states: Set<Int> = []
        var isFound = false
        for position in 0...3 {
            let here = automaton.completed(states, isStart: position == 0, isEnd: position == 3)
            isFound = isFound || automaton.isFound(in: here)
            states = automaton.states(after: here) { $0.mayContain { ("0"..."9").contains($0) } }
        }
        #expect(isFound == mayMatch)
    }

    @Test(arguments: [
        ("^ab", "ab", true), ("^a", "ab", true), ("^ac", "ab", false), ("b", "ab", true), ("^ab$", "ab", false),
        ("^b", "ab", false), ("^a|^b", "b", true),
    ])
    func `an automaton takes several characters at once`(source: String, text: String, isFound: Bool) throws {
        let automaton = try #require(PatternAutomaton(source))
        let start = automaton.completed([], isStart: true, isEnd: false)
        let states = automaton.states(after: start, text.unicodeScalars)
        #expect(automaton.isFound(in: automaton.completed(states, isStart: false, isEnd: false)) == isFound)
    }

    @Test(arguments: [
        ("^ab+c", true), ("^abbcd", false), ("^a(?:b|x)*c", true), ("^axc", false), ("^abc$", false), ("bc", true),
    ])
    func `an automaton takes any number of further characters`(source: String, isFound: Bool) throws {
        let automaton = try #require(PatternAutomaton(source))
        let first = automaton.states(after: automaton.completed([], isStart: true, isEnd: false), "a")
        let states = automaton.states(continuing: first) { $0.contains("b") || $0.contains("c") }
        #expect(automaton.isFound(in: automaton.completed(states, isStart: false, isEnd: false)) == isFound)
    }

    @Test func `the characters that a pattern names are listed from its end to its start`() throws {
        let automaton = try #require(PatternAutomaton("^[x-z]a[^b]$"))
        #expect(automaton.namedCharacters == ["a", "a", "x", "z"])
    }

    private static func isFound(_ automaton: PatternAutomaton, in text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var states: Set<Int> = []
        for position in 0...scalars.count {
            let here = automaton.completed(states, isStart: position == 0, isEnd: position == scalars.count)
            if automaton.isFound(in: here) { return true }
            if position < scalars.count { states = automaton.states(after: here, scalars[position]) }
        }
        return false
    }
}

import Patterns
import Testing

struct PatternTests {
    @Test(arguments: [
        ("^id$", "id", true), ("^id$", "id\n", false), ("b", "abc", true), ("^.$", "\u{2028}", false),
        ("^.$", "🐲", true), (#"^\s$"#, "\u{FEFF}", true), (#"^[\S]$"#, "\u{FEFF}", false), (#"^\d$"#, "٣", false),
        ("^[^]$", "\n", true), ("[]", "a", false), (#"(?<!a+)b"#, "aab", false), (#"(?<!a+)b"#, "cb", true),
        (#"^(?:(m)|(n))*\1$"#, "mn", true), (#"^(?:(m)|(n))*\1$"#, "mm", true), (#"^(?<q>["']).*\k<q>$"#, "'x'", true),
        (#"^\p{Script=Greek}+$"#, "αβγ", true), (#"\p{Letter}cole"#, "école", true), (#"^[\p{L}\d]$"#, "-", false),
        (#"^\uD83D\uDC32$"#, "🐲", true), (#"\uD83D"#, "🐲", false), (#"^[^\uD83D]$"#, "🐲", true),
    ])
    func `patterns match anywhere in a text, as ECMA-262 defines`(
        pattern: String, text: String, isFound: Bool
    ) throws {
        #expect(try Pattern(pattern).matches(text) == isFound)
    }

    @Test(arguments: [
        "(a", "a)", "[b-a]", #"\"#, "{1}", "a{2,1}", "a**", "(?i:a)", "(?>a)", "(?P<y>a)", #"[\d-x]"#, #"\p{Bar}"#,
        #"\p{l}"#, #"\;"#, "a{b}", "]", "}", "(?=a)*", #"\1"#, #"(?<a>x)|(?<a>y)"#, #"\k<a>"#, #"\k"#, #"\u{110000}"#,
        #"\01"#, #"\c1"#, #"[\B]"#, #"\-"#, "(*UTF)a", #"\Q"#,
    ])
    func `an invalid pattern is refused`(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test(arguments: [#"^\uD83D?a$"#, #"^(?:\uD83D|\uDE00)*a$"#])
    func `samples that differ only in lone surrogates are given once`(pattern: String) throws {
        #expect(try Pattern(pattern).samples(lengths: 1...8, limit: 4) == ["a"])
    }

    @Test func `a pattern with a back-reference that would take exponentially long is too costly`() throws {
        let pattern = try Pattern(#"^(?:(a+)+)\1$"#)
        #expect(throws: PatternError.tooCostly) {
            try pattern.matches(String(repeating: "a", count: 60) + "b")
        }
    }

    @Test(arguments: [
        "^(a|a)+$", #"^(\w+\s?)+$"#, #"^(?:\S+\s)*\S*$"#, "^([a-z]+ ?)*$", "(?:a?){20}a{20}!?$", #"^(\b\w+\b|\B)*$"#,
    ])
    func `long texts are decided even if a pattern can match them in very many ways`(pattern: String) throws {
        let pattern = try Pattern(pattern)
        let text = String(repeating: "a", count: 9_000)
        #expect(try pattern.matches(text))
        #expect(try pattern.matches(text + "  ") == false)
    }
}

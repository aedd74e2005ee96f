import Patterns
import Testing

/// Patterns on which regular expression engines differ; every row was checked with the engine of a browser.
struct PatternMeaningTests {
    @Test(arguments: [
        // Captures that each repetition resets, repetitions that are undone, forward and nested references.
        (#"^(?:(a)|b)*\1$"#, "ab", true), (#"^(?:(a)|b)*\1$"#, "aba", false), (#"^(?:(a)|b)*\1$"#, "baa", true),
        (#"^(?:(?=(a)))?\1b$"#, "b", true), (#"^(?:(?=(a)))?\1b$"#, "ab", false), (#"^\1(a)$"#, "a", true),
        (#"^(a\1)$"#, "a", true), (#"^(a\1){2}$"#, "aa", true), (#"^(?!(a))\1b$"#, "b", true),
        (#"^(z)((a+)?(b+)?(c))*$"#, "zaacbbbcac", true), (#"^(?:(x)?\1y)*$"#, "xxyy", true),
        // A reference to a group without a capture matches the empty text any number of times.
        (#"^(?:(a)|b)\1+$"#, "b", true), (#"^(?:(a)|b)\1+$"#, "aa", true), (#"^(?:(a)|b)\1+$"#, "a", false),
        (#"^(?:(a)|b)\1{2}$"#, "b", true), (#"^(?:(a)|b)\1+?c$"#, "bc", true), (#"^(?:(a)|b)\1{2,3}$"#, "aaaa", true),
        (#"(a+?\Ba+)|\1+?"#, "-", true), (#"()a+.|\1{2}"#, "", true), (#"^(?:(?:(a)|b)\1+)+$"#, "aab", true),
        // A part repeated zero times affects neither the start of a match nor captures.
        ("(|^a){0}$", "zz", true), ("(|^a){0,0}$", "zz", true), ("(?:|^a){0}?z$", "zz", true),
        (#"(|^){0}é+"#, "-é", true), (#"(?:(b*|(^)+a){0}c)+$"#, "bc", true), (#"(?=(|^a){0}z$)z"#, "zz", true),
        (#"(?<=(|^a){0}z)$"#, "zz", true), (#"(?!(|^a){0}$)z$"#, "zz", true), (#"((^){0}|^a){0}\Bb"#, "abb", true),
        (#"^(a){0}(b)\2$"#, "bb", true), (#"^(a){0}(b)\1$"#, "b", true), (#"^(a){0}(b)\1+\2$"#, "bb", true),
        (#"^(?:(x){0}(a)|b)\2\1$"#, "aa", true), (#"^(?<n>a){0}(?<m>b)\k<m>\k<n>$"#, "bb", true),
        // Look-behinds match backwards.
        (#"(?<=(\d+)(\d+))$"#, "1053", true), (#"(?<=^(a)\1)b"#, "aab", false), (#"(?<=\1(a))b"#, "aab", true),
        (#"(?<=a{1,3})b"#, "aab", true), (#"(?<=ab|c)d"#, "abd", true), (#"(?<!a*)b"#, "b", false),
        // Sets.
        (#"^[^\uD83D]$"#, "a", true), (#"^[\uD83D\uDE00]$"#, "😀", true), (#"^[\s\S]$"#, "\n", true),
        (#"^[^\s\S]$"#, "a", false), (#"^[\W\d]+$"#, "1é-", true), (#"^[a-z&&[^b]]$"#, "&", nil),
        (#"^[a-z&&[^b]$"#, "&", true), (#"^[\b]$"#, "\u{8}", true), (#"^[-a]+$"#, "-a", true),
        (#"^[a-]$"#, "-", true),
        (#"^[^]$"#, "😀", true), (#"^[\]]$"#, "]", true), (#"^[\p{Lu}\P{L}]+$"#, "A1", true),
        (#"^[^\P{L}]$"#, "a", true), (#"^[^\p{L}\p{N}]$"#, "-", true),
        // Escapes.
        (#"^\v$"#, "\u{B}", true), (#"^\cJ$"#, "\n", true), (#"^\0$"#, "\0", true),
        (#"^\x41\u0042\u{43}$"#, "ABC", true),
        (#"^\/$"#, "/", true), (#"^\w$"#, "ſ", false), (#"\bé"#, "é", false), (#"^\S$"#, "\u{180E}", true),
        (#"^\S$"#, "\u{85}", true),
        // Properties.
        (#"^\p{Lowercase_Letter}\p{gc=Uppercase_Letter}$"#, "éÉ", true), (#"^\p{digit}$"#, "٣", true),
        (#"^\p{scx=Latn}$"#, "·", true), (#"^\p{sc=Latn}$"#, "·", false), (#"^\p{Emoji_Presentation}$"#, "🐲", true),
        (#"^\p{RGI}$|^\p{Emoji}$"#, "1", nil), (#"^\p{Script=Han}$"#, "\u{31350}", true),
        (#"^\p{Assigned}$"#, "\u{378}", false),
        (#"^\p{Any}$"#, "\u{378}", true), (#"^\p{ASCII}$"#, "é", false), (#"^\p{LC}$"#, "ǅ", true),
        (#"^\p{Script=greek}$"#, "α", nil), (#"^\pL$"#, "a", nil), (#"^\p{L }$"#, "a", nil),
        (#"^\p{Any=a}$"#, "a", nil),
        // Repetitions.
        ("^a{0}b$", "b", true), ("^(?:a{2}){3}$", "aaaaaa", true), ("^(?:a{2,}){2}$", "aaa", false),
        ("^(?:a?){3}b$", "aab", true), ("^a{0,99999999999999999999}$", "aaa", true), ("^a{70000}$", "a", false),
        ("^(?:)*$", "", true), ("^(?:a*)*?b$", "aaab", true), ("^(b+)+$", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbba", false),
        // Names.
        (#"^(?<é>a)\k<é>$"#, "aa", true), (#"^(?<$a>a)\k<\u{24}a>$"#, "aa", true), (#"(?<1a>a)"#, "a", nil),
        (#"\k<b>(?<b>a)"#, "a", true), (#"(?<a>.)(?<a>.)"#, "ab", nil), (#"(?<a"#, "a", nil), (#"(?<>a)"#, "a", nil),
    ])
    func `a pattern matches as ECMA-262 defines`(pattern: String, text: String, expected: Bool?) {
        #expect((try? Pattern(pattern).matches(text)) == expected)
    }

    @Test func `one pattern can be used by many threads at once`() async throws {
        let compiled = try Pattern(#"^(\w+)-\1$"#)
        let own = try Pattern(#"^(?:(a)|b)*\1$"#)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    (0..<200).allSatisfy { round in
                        let word = "w\(number)x\(round)"
                        let isFound = (try? compiled.matches("\(word)-\(word)")) == true
                        return isFound && (try? compiled.matches("\(word)-\(word)y")) == false
                            && (try? own.matches("aba")) == false
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func `a syntax error has the position of the fault`() {
        #expect(throws: PatternError.syntax(message: "This “(” is never closed", offset: 1)) { try Pattern("a(b") }
        #expect(throws: PatternError.syntax(message: "“]” must be written “\\]”", offset: 2)) { try Pattern("ab]") }
    }

    @Test func `patterns that are too long or too deeply nested are refused`() {
        #expect(throws: PatternError.self) { try Pattern(String(repeating: "(", count: 5_000)) }
        #expect(throws: PatternError.self) {
            try Pattern(String(repeating: "(?:", count: 300) + String(repeating: ")", count: 300))
        }
        #expect(throws: PatternError.self) { try Pattern(String(repeating: "a", count: 70_000)) }
    }

    @Test(arguments: [
        "^(a|a)+$", "^(?:a*)*b*c$", #"^(\w+\s?)+$"#, "^(a|aa)+$", #"^(?:(a+)+)\1$"#, "(?:a?){50}a{50}b", "(?=(a+)+$)b",
    ])
    func `matching a costly pattern ends soon, with an answer or an error`(pattern: String) throws {
        let pattern = try Pattern(pattern)
        for length in [30, 1_000, 10_000] {
            let text = String(repeating: "a", count: length) + "!"
            do throws(PatternError) {
                #expect(try pattern.matches(text) == false)
            } catch {
                #expect(error == .tooCostly)
            }
        }
    }
}

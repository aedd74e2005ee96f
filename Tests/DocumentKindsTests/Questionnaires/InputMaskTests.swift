import Patterns
import Testing

@testable import DocumentKinds

struct InputMaskTests {
    @Test(arguments: [
        ("9", "0", true), ("9", "9", true), ("9", "1\u{301}", false), ("9", "1\u{FE0F}\u{20E3}", false),
        ("9", "٣", false), ("*", "1\u{301}", false), ("*", "e\u{301}", true), ("A", "e\u{301}", true),
        ("a", "É", false), ("e\u{301}", "\u{E9}", true),
    ])
    func `a mask accepts only the digits 0 to 9, and letters with combining marks`(
        mask: String, text: String, isAccepted: Bool
    ) throws {
        #expect(try #require(InputMask(mask)).accepts(text) == isAccepted)
    }

    @Test(arguments: [
        // Literals of several scalars, also in a canonically equivalent form.
        ("🇩🇪9", "^🇩🇪[0-9]$", true), ("🇩🇪9", "^🇫🇷[0-9]$", false), ("🇩🇪9", "🇩", true), ("🇩🇪9", "^.{2}$", false),
        ("e\u{301}9", "^e\u{301}[0-9]$", true), ("e\u{301}9", "^\u{E9}[0-9]$", true),
        ("\u{E9}9", "^e\u{301}[0-9]$", true), ("e\u{301}9", "^e[0-9]$", false),
        // Letters with combining marks.
        ("A9", "^e\u{301}[0-9]$", true), ("*9", #"^\p{L}\p{M}[0-9]$"#, true), ("AA", #"^[\u0900-\u097F]{6}$"#, true),
        ("A", "^\u{301}", false), ("A", "\u{301}$", true), ("A", "^.{3}$", true),
        // Letters and digits of one scalar each.
        ("AA", "^[A-Z]{3}$", false), ("AA", "^[А-Я]{3}$", false), ("AA", "^[А-Я]{2}$", true),
        ("A9", "^[A-Z]{2}$", false), ("99", "^.{3}$", false), ("**", #"^\w{3}$"#, false),
    ])
    func `a mask may match a pattern if one of its texts does`(mask: String, pattern: String, mayMatch: Bool) throws {
        let automaton = try #require(PatternAutomaton(pattern))
        #expect(try #require(InputMask(mask)).mayMatch(automaton) == mayMatch)
    }
}

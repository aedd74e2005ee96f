import JSONText
import Testing

struct JSONDiagnosisTests {
    /// Each text with the code and position (line:column, UTF-16) of every expected error.
    @Test(arguments: [
        (#"{"a": 1,}"#, ["trailing-comma 1:9"]),
        ("[1,]", ["trailing-comma 1:4"]),
        ("{“a”: “b”}", ["quotes 1:2", "quotes 1:7"]),
        (#"{'a': NaN, d: True}"#, ["quotes 1:2", "literal 1:7", "unquoted-name 1:12", "literal 1:15"]),
        ("{\"a\": 1 // x\n, /* y */ \"b\": 2}", ["comment 1:9", "comment 2:3"]),
        ("{\"a\": \"abc,\n \"b\": 1,\n \"c\": 2}", ["unclosed-string 1:12"]),
        ("{\"a\": \"abc\ndef\", \"b\": 1}", ["control-character 1:11"]),
        (#"{"a": "he said "hello" to me", "b": 1,}"#, ["unescaped-quote 1:17", "trailing-comma 1:39"]),
        (#"{"a": [1, 2, {"b": 3], "c": 4}"#, ["mismatched-bracket 1:21"]),
        ("{\"a\": 1\n \"b\": [1 2]}", ["missing-comma 2:2", "missing-comma 2:10"]),
        (
            #"{"a" 1, "b" = 2, "c": , "d"}"#,
            ["missing-colon 1:6", "missing-colon 1:13", "missing-value 1:23", "missing-value 1:28"]
        ),
        ("[01, .5, +1, 1., 0x1F]", ["number 1:3", "number 1:6", "number 1:10", "number 1:16", "number 1:19"]),
        (#"{"a": {"b": {"c": 1}"#, ["unclosed 1:21"]),
        ("[1]]", ["trailing-text 1:4"]),
        ("{\"a\":1}\n{\"b\":2}", ["trailing-text 2:1"]),
        (
            #"{"a":"\q","b":"\u12","c":"\ud800","a":3}"#,
            ["escape 1:8", "escape 1:20", "lone-surrogate 1:27", "duplicate-name 1:35"]
        ),
        (#"{"\u0061":1,"a":2}"#, ["duplicate-name 1:13"]),
        ("{\"é\":1,\"e\u{301}\":2}", []),
        ("", ["empty 1:1"]), (" \n", ["empty 2:1"]), ("[1,,2]", ["missing-value 1:4"]),
        ("[1;2]", ["missing-comma 1:3"]), ("[\u{A0}1]", ["invisible-character 1:2"]), ("[\"\0\"]", ["nul 1:3"]),
        ("[\0]", ["nul 1:2"]), ("{\"😀\": tru}", ["literal 1:11"]), ("<html>", ["unexpected 1:1"]),
    ])
    func `every fault is reported once, at its position`(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        let lines = LineTable(bytes)
        let found = (syntaxErrors(bytes) ?? []).map { error in
            let start = error.diagnostic(lines: lines).range?.start
            return "\(error.code.dropFirst(5)) \(start?.line ?? 0):\(start?.column ?? 0)"
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        (#"{"widgets": [{"id": 1, "id": 2}]}"#, "/widgets/0/id"), (#"{"a": [1, {"b/c": tru}]}"#, "/a/1/b~1c"),
        (#"{"a": [1, 2,]}"#, "/a"), (#"{"a": {"b": 1,}}"#, "/a"), (#"{"a": [1 2]}"#, "/a"),
        (#"{"a": [1, 2], "b": [[], [01]]}"#, "/b/1/0"), (#"{"a": {"b" 1}}"#, "/a/b"), (#"{"a": {b: 1}}"#, "/a/b"),
        (#"{"a": {'b': 1}}"#, "/a"), (#"{"a": [1, "x"#, "/a/1"), (#"{"a": [1, "#, "/a"), ("[1]]", ""), ("", ""),
        (#"{"a": [{"b": 1}, {"b": 2} // x"#, "/a"),
    ])
    func `a fault is reported at the innermost value that was read`(text: String, pointer: String) {
        #expect(syntaxErrors(Array(text.utf8))?.first?.pointer.description == pointer)
    }

    @Test func `text that is not UTF-8 is reported at the first byte that cannot continue a character`() {
        #expect(syntaxErrors(Array("[\"a".utf8) + [0xE9, 0x22, 0x5D])?.map(\.code) == ["json.invalid-utf8"])
        #expect(syntaxErrors(Array("[\"a".utf8) + [0xE9, 0x22, 0x5D])?.first?.range == 4..<5)
        #expect(syntaxErrors([0xFF, 0xFE, 0x5B, 0])?.map(\.code) == ["json.encoding"])
        #expect(syntaxErrors([0x5B, 0, 0x5D, 0])?.map(\.code) == ["json.nul"])
    }

    @Test func `messages say what was found and how to correct it`() throws {
        let unclosed = try #require(syntaxErrors(Array("{\n  \"a\": [\n    1".utf8))?.first)
        #expect(
            unclosed.message
                == "The text ends, but the “[” on line 2 is not closed; “]” is missing; to close everything, write “]}”."
        )
        let quotes = try #require(syntaxErrors(Array("['a']".utf8))?.first)
        #expect(quotes.message == "Strings need straight double quotes (\"); found single quotes around 'a'.")
        let duplicate = try #require(syntaxErrors(Array("{\"a\":1,\n\"a\":2}".utf8))?.first)
        #expect(duplicate.message == "“a” occurs twice in this object, first on line 1; remove or rename one of them.")
    }

    @Test func `messages count the members of one name, and name the wrong quotes and the quoted text`() {
        func messages(_ text: String) -> [String]? { syntaxErrors(Array(text.utf8))?.map(\.message) }
        #expect(
            messages(#"{"a":1,"a":2,"a":3}"#) == [
                "“a” occurs twice in this object, first on line 1; remove or rename one of them.",
                "“a” occurs 3 times in this object, first on line 1; remove or rename one of them.",
            ])
        #expect(messages("{'a: 1}") == ["Names need straight double quotes (\"); found single quotes."])
        #expect(
            messages("```json\n{}\n```") == [
                "A Markdown code fence is not JSON; remove the lines that begin and end the code block."
            ])
        #expect(messages("[`a`]") == ["Strings need straight double quotes (\"); found backticks around `a`."])
        #expect(messages("[″a″]") == ["Strings need straight double quotes (\"); found double primes around ″a″."])
    }

    @Test func `the depth of nesting is limited, and very deep texts are refused without a crash`() throws {
        let deepest = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
        #expect(syntaxErrors(Array(deepest.utf8)) == nil)
        let errors = try #require(syntaxErrors([UInt8](repeating: UInt8(ascii: "["), count: 4_000_000)))
        #expect(errors.map(\.code) == ["json.depth"])
        #expect(errors.first?.range == 256..<257)
        let objects = Array(String(repeating: "{\"a\":", count: 1_000_000).utf8)
        #expect(syntaxErrors(objects)?.map(\.code) == ["json.depth"])
    }

    @Test func `the size of a text is limited`() {
        let text = [UInt8](repeating: 0x20, count: 101)
        #expect(syntaxErrors(text, limits: JSONLimits(maximumBytes: 100))?.map(\.code) == ["json.size"])
        #expect(
            syntaxErrors([UInt8](repeating: 0x20, count: 1_025), limits: JSONLimits(maximumBytes: 1 << 10))?
                .map(\.message) == ["The text is larger than 1 KiB, so it was not checked."])
        #expect(syntaxErrors(text, limits: JSONLimits(maximumBytes: 101))?.map(\.code) == ["json.empty"])
    }

    @Test func `a byte order mark is a warning`() throws {
        let document = try JSONDocument(parsing: [0xEF, 0xBB, 0xBF] + Array("{\"a\": 1}".utf8))
        #expect(document.warnings.map(\.code) == ["json.byte-order-mark"])
        #expect(document.root["a"]?.integer == 1)
        let value = try #require(document.root["a"])
        #expect(document.range(of: value).start == SourcePosition(line: 1, column: 8, offset: 9))
    }

    @Test func `a text full of faults gets at most twenty messages`() {
        let text = "[" + String(repeating: "01,", count: 1_000) + "1]"
        #expect(syntaxErrors(Array(text.utf8))?.count == 20)
    }

    @Test(arguments: [
        ("[\"", "\n", "x\"]"), ("", "[\n", ""), ("[", "'\n", "]"), ("{", "a:1,", "}"), ("[", "/", "]"),
        ("[\"", "\\q", "\"]"),
        ("[", "\"\n", "x]"), ("", "{\"a\":", ""), ("[", "/*", "]"), ("", "…", ""), ("[", "01 ", "]"),
        ("\"", "\\ud800", "\""),
        ("[", "]", ""), ("[{", "\"a\":1,", "}]"), ("-", "1", "x"), ("[", "“", "]"), ("[\"a\"", "b", "]"),
    ])
    func `long texts with many faults are diagnosed in linear time`(start: String, repeated: String, end: String) {
        let bytes = Array((start + String(repeating: repeated, count: 300_000) + end).utf8)
        let errors = syntaxErrors(bytes)
        #expect(errors?.isEmpty == false)
    }

    @Test func `many names in one object are compared quickly`() {
        let names = (0..<200_000).map { "\"\($0)\":0" }
        #expect(syntaxErrors(Array(("{" + names.joined(separator: ",") + "}").utf8)) == nil)
        let errors = syntaxErrors(Array(("{" + names.joined(separator: ",") + ",\"77\":0}").utf8))
        #expect(errors?.map(\.code) == ["json.duplicate-name"])
    }
}

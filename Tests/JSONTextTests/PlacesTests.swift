import JSONText
import TestSupport
import Testing

/// Positions, pointers, suggestions for misspelt words, and the texts of diagnostics.
struct PlacesTests {
    @Test func `a counted noun is in the plural unless the count is 1`() {
        #expect("\(counted: 0, "part"), \(counted: 1, "part"), \(counted: 2, "part")" == "0 parts, 1 part, 2 parts")
        #expect("\(counted: 1, "entry", "entries"), \(counted: 2, "entry", "entries")" == "1 entry, 2 entries")
    }

    @Test func `lines end with LF, CR LF or CR, and columns count UTF-16`() {
        let text = "a\nb\r\nc\rd😀é\u{2028}e"
        let lines = LineTable(Array(text.utf8))
        #expect(lines.count == 4)
        func place(_ offset: Int) -> [Int] {
            let position = lines.position(at: offset)
            return [position.line, position.column]
        }
        #expect(place(0) == [1, 1])
        #expect(place(1) == [1, 2])
        #expect(place(2) == [2, 1])
        #expect(place(5) == [3, 1])
        #expect(place(7) == [4, 1])
        #expect(place(12) == [4, 4])
        #expect(place(14) == [4, 5])
        #expect(place(17) == [4, 6])
        #expect(place(100) == [4, 7])
    }

    @Test func `columns are correct far from the start of a long line`() {
        let text = String(repeating: "é😀", count: 5_000) + "\n" + String(repeating: "é", count: 3_000)
        let lines = LineTable(Array(text.utf8))
        #expect(lines.position(at: 6 * 4_000).column == 3 * 4_000 + 1)
        #expect(lines.position(at: 6 * 5_000 + 1 + 2 * 2_500) == SourcePosition(line: 2, column: 2_501, offset: 35_001))
    }

    @Test(arguments: ["", "/", "/a", "/a~1b/~0/0", "//", "/%20/é"])
    func `a pointer's text is read and written`(text: String) {
        #expect(JSONPointer(text)?.description == text)
    }

    @Test(arguments: ["a", "/~", "/~2", "/a~", "#/a"])
    func `an invalid pointer is refused`(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test func `pointers are compared by their bytes`() {
        #expect(JSONPointer(tokens: ["é"]) != JSONPointer(tokens: ["e\u{301}"]))
        #expect(JSONPointer().appending("a").appending(3).description == "/a/3")
        for name in ["a", "", "a/b", "~", "/\u{301}", "~\u{301}"] {
            #expect(JSONPointer.text(of: name, in: "/x") == JSONPointer(tokens: ["x", name]).description)
        }
        #expect(JSONPointer("/a/3")?.parent?.description == "/a")
    }

    @Test func `an index with leading zeros selects no item`() throws {
        let root = try JSONDocument(parsing: "[[1,2]]").root
        #expect(root.value(at: JSONPointer(tokens: ["0", "1"]))?.integer == 2)
        #expect(root.value(at: JSONPointer(tokens: ["0", "01"])) == nil)
        #expect(root.value(at: JSONPointer(tokens: ["0", "-"])) == nil)
        #expect(root.value(at: JSONPointer(tokens: ["0", ""])) == nil)
    }

    @Test(arguments: [
        ("textPrimry", "textPrimary"), ("TextPrimary", "textPrimary"), ("titel", "title"), ("colour", "color"),
        ("zzz", nil), ("", nil), ("buttonVeiw", "buttonView"), ("a", nil),
    ])
    func `the nearest word is suggested`(word: String, expected: String?) {
        let words = ["textPrimary", "textSecondary", "title", "color", "buttonView", "size"]
        #expect(Suggestion.nearest(to: word, among: words) == expected)
    }

    @Test(arguments: [
        ("Text", "TextView"), ("ViewText", "TextView"), ("text_views", "TextView"), ("TextViewComponent", "TextView"),
        ("StackVeiw", "StackView"), ("verticalList", "VerticalListWidget"), ("widgetSDUI", "SDUIWidget"),
        ("colorBackground", "backgroundColor"), ("background", "backgroundColor"),
        // Several candidates have the same words, or none has.
        ("View", nil), ("ListWidget", nil), ("Component", nil), ("IconText", nil), ("Label", nil), ("Te", nil),
        ("TextTitle", nil), ("$", nil), ("", nil),
    ])
    func `a name made of the same words is suggested if there is only one`(word: String, expected: String?) {
        let names = [
            "TextView", "IconView", "StackView", "SDUIWidget", "VerticalListWidget", "HorizontalListWidget",
            "backgroundColor",
        ]
        #expect(Suggestion.likely(for: word, among: names) == expected)
    }

    @Test func `a diagnostic is one line even if it quotes line breaks`() {
        let place = SourcePosition(line: 2, column: 3, offset: 9)
        let diagnostic = Diagnostic(
            severity: .warning, code: "schema.type", message: "No `a\nb\u{2028}c`",
            pointer: JSONPointer(tokens: ["x\r"]), range: SourceRange(start: place, end: place), keyword: "type")
        #expect(diagnostic.line(file: "a.json") == #"a.json:2:3: /x\u{D}: warning: No `a\u{A}b\u{2028}c` [type]"#)
    }

    @Test func `a diagnostic cuts long names of its pointer`() {
        let long = String(repeating: "é", count: 2_000_000)
        let diagnostic = Diagnostic(
            severity: .error, code: "schema", message: "No", pointer: JSONPointer(tokens: ["a/b", long]))
        #expect(diagnostic.line(file: "a.json") == "a.json: /a~1b/\(String(repeating: "é", count: 59))…: No")
    }

    @Test func `an excerpt is cut between Unicode scalars and marks the cut`() {
        let flags = String(repeating: "é\u{301}", count: 31)
        #expect(String(repeating: "é", count: 60).excerpt() == String(repeating: "é", count: 60))
        #expect(flags.excerpt().unicodeScalars.count == 60 && flags.excerpt().hasSuffix("…"))
        #expect("abcdef".excerpt(upTo: 4) == "abc…" && "".excerpt() == "")
        #expect("\(code: "abcdef", upTo: 4) \(code: JSONPointer(tokens: ["a", "b"]))" == "`abc…` `/a/b`")
    }

    @Test(arguments: [
        ("a\u{202E}b", #"a\u{202E}b"#), ("\u{1B}[31m", #"\u{1B}[31m"#),
        ("\u{61C}\u{2066}\u{85}", #"\u{61C}\u{2066}\u{85}"#),
        ("یک\u{200C}دو 👩‍👩‍👧 é", "یک\u{200C}دو 👩‍👩‍👧 é"),
    ])
    func `text for a terminal has no characters that control the terminal`(text: String, shown: String) {
        #expect(TerminalText.lines(text) == shown && TerminalText.line(text) == shown)
    }

    @Test func `line breaks and tabs are escaped only if the text must be a single line`() {
        #expect(TerminalText.lines("a\n\tb\r\n") == "a\n\tb\\u{D}\n")
        #expect(TerminalText.line("a\n\tb") == #"a\u{A}\u{9}b"#)
    }

    @Test(arguments: [
        ("{ \"px\":\n \"wide\" }", "{\"px\":\"wide\"}"), ("[1,\n2]", "[1,2]"),
        (CaseText("\"\(String(repeating: "é", count: 99))\""), "\"\(String(repeating: "é", count: 58))…"),
    ])
    func `the excerpt of a value is one line, shortened if it is long`(value: CaseText, excerpt: String) throws {
        #expect(try JSONDocument(parsing: value.text).root.excerpt == excerpt)
    }

    @Test func `text between backticks in a message is code`() {
        let pieces = MessagePiece.pieces(of: "`a` is not `b`; a ` alone")

        #expect(MessagePiece.pieces(of: "`a` is not `b`").map(\.isCode) == [true, false, true])
        #expect(pieces.map(\.text) == ["`a` is not `b`; a ` alone"])
    }
}

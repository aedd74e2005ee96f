import Foundation
import JSONText
import Publishing
import TestSupport
import Testing

struct OptionFileTests {
    @Test(
        arguments: [
            ("key,title\na,A\nb,B\n", [OptionItem(key: "a", title: "A"), OptionItem(key: "b", title: "B")]),
            ("key,title\r\na,A\r\n\r\nb,B", [OptionItem(key: "a", title: "A"), OptionItem(key: "b", title: "B")]),
            ("key,title\ra,A\rb,B\r", [OptionItem(key: "a", title: "A"), OptionItem(key: "b", title: "B")]),
            ("\u{FEFF}key,title\na,A", [OptionItem(key: "a", title: "A")]),
            ("\"key\",\"title\"\n\"a,\"\"1\"\"\",\"two\nlines\"", [OptionItem(key: "a,\"1\"", title: "two\nlines")]),
            ("title,icon,key\n台北,,tp\n", [OptionItem(key: "tp", title: "台北")]),
            (
                "key,title,parent,icon,n\na,A,,,\nb,B,a,\"x\"\"y\",1\n",
                [
                    OptionItem(key: "a", title: "A"),
                    OptionItem(key: "b", title: "B", parent: "a", members: #"{"icon":"x\"y","n":"1"}"#),
                ]
            ),
            (
                "key,title,parent\nb,B,a\na,A,\n",
                [OptionItem(key: "b", title: "B", parent: "a"), OptionItem(key: "a", title: "A")]
            ),
            ("key,title", []),
        ] as [(String, [OptionItem])])
    func `CSV files with the usual line ends, quotes, empty lines and columns are read`(
        _ text: String, _ items: [OptionItem]
    ) {
        let file = OptionFile(reading: Array(text.utf8), as: .csv)
        #expect(file.diagnostics == [])
        #expect(file.items == items)
    }

    @Test func `further members of an item keep the spelling of their values`() {
        let text = #"""
            [ {"title": "A", "n": 1.50, "key": "a", "deep": {"x": [ true, "é" ]}},
              {"key": "b", "title": "B", "parent": "a"}, {"key": "c", "title": "C", "parent": null} ]
            """#
        let file = OptionFile(reading: Array(text.utf8), as: .json)
        #expect(file.diagnostics == [])
        #expect(
            file.items == [
                OptionItem(key: "a", title: "A", members: #"{"n":1.50,"deep":{"x":[true,"é"]}}"#),
                OptionItem(key: "b", title: "B", parent: "a"), OptionItem(key: "c", title: "C"),
            ])
        #expect(
            file.items.map { String(decoding: $0.json, as: UTF8.self) } == [
                #"{"key":"a","title":"A","n":1.50,"deep":{"x":[true,"é"]}}"#, #"{"key":"b","title":"B","parent":"a"}"#,
                #"{"key":"c","title":"C"}"#,
            ])
    }

    @Test(
        arguments: [
            ("", ["1: csv.missing-column", "1: csv.missing-column"]),
            ("key,titel\na,A\n", ["1: csv.missing-column"]),
            ("key;title\na;A\n", ["1: csv.missing-column", "1: csv.missing-column"]),
            ("key,title,title\n", ["1: csv.duplicate-column"]),
            ("key,title,\n", ["1: csv.unnamed-column"]),
            ("key,title\na,A\n\nb\nc,C,x\n", ["4: csv.wrong-column-count", "5: csv.wrong-column-count"]),
            (
                "key,title\na,\"A\nA\"\na,B\n,C\nd,\n",
                [
                    "4: document.duplicate-key", "5: document.missing-key", "6: document.missing-title",
                ]
            ),
            ("key,title,parent\na,A,z\nb,B,a\n", ["2: document.unknown-parent"]),
            ("key,title,parent\na,A,b\nb,B\n", ["3: csv.wrong-column-count"]),
            (
                "key,title,parent\nr,R,a\na,A,b\nb,B,a\nc,C,c\n",
                ["3: document.parent-cycle", "5: document.parent-cycle"]
            ),
            ("key,title\na,x\"y\nb,\"B\"x\nc,C\n", ["2: csv.stray-quote", "3: csv.text-after-quote"]),
            ("key,title\na,A\nb,\"B\nc,C\n", ["3: csv.unclosed-quote"]),
            ("key,\"ti\"tle\na,A\n", ["1: csv.text-after-quote"]),
            ("key,title\n\"\",\n", ["2: document.missing-key", "2: document.missing-title"]),
            ("key,title\na,A\u{0}\n", ["2: document.null-character"]),
            (
                CaseText("key,title\n\(String(repeating: "k", count: 501)),\(String(repeating: "é", count: 1001))\n"),
                [
                    "2: document.too-long", "2: document.too-long",
                ]
            ),
        ] as [(CaseText, [String])])
    func `every fault of a CSV file is reported with its line`(_ table: CaseText, _ faults: [String]) {
        let file = OptionFile(reading: Array(table.text.utf8), as: .csv)
        #expect(file.diagnostics.map { "\($0.range?.start.line ?? 0): \($0.code)" } == faults)
        #expect(file.items == [])
    }

    @Test func `columns whose names are canonically equivalent are different columns`() {
        let file = OptionFile(reading: Array("key,title,\u{E9},e\u{301}\na,A,1,2\n".utf8), as: .csv)
        #expect(file.diagnostics == [])
        #expect(file.items.map { Array($0.members.utf8) } == [Array("{\"\u{E9}\":\"1\",\"e\u{301}\":\"2\"}".utf8)])
    }

    @Test func `spaces around the name of a column are reported`() {
        let file = OptionFile(reading: Array("key, title\na,A\n".utf8), as: .csv)
        #expect(file.diagnostics.map(\.code) == ["csv.missing-column"])
        #expect(file.diagnostics.first?.message.hasSuffix("remove the spaces around ` title`.") == true)
    }

    @Test(
        arguments: [
            ("{}", ["1: document.not-a-list"]),
            (
                "[{\"key\": \"a\", \"title\": \"A\"},\n {\"key\": \"a\", \"title\": \"A\"}]",
                ["2 /1/key: document.duplicate-key"]
            ),
            (
                "[{\"key\": \"a\"},\n {\"key\": 1, \"title\": \"B\"},\n [],\n {\"titel\": \"\", \"key\": \" \"}]",
                [
                    "1 /0: document.missing-title", "2 /1/key: document.not-a-text", "3 /2: document.not-an-item",
                    "4 /3: document.missing-title", "4 /3/key: document.missing-key",
                ]
            ),
            ("[{\"key\": \"a\", \"title\": \"A\", \"parent\": \"b\"}]", ["1 /0/parent: document.unknown-parent"]),
            (
                "[{\"key\": \"a\", \"title\": \"A\", \"parent\": \"b\"},\n{\"key\": \"b\"}]",
                ["2 /1: document.missing-title"]
            ),
            ("[{\"key\": \"a\", \"title\": \"A\", \"parent\": \"a\"}]", ["1 /0/parent: document.parent-cycle"]),
            ("[{\"key\": \"a\", \"title\": \"\\u0000\"}]", ["1 /0/title: document.null-character"]),
        ] as [(String, [String])])
    func `every fault of a JSON file is reported with its line and pointer`(_ text: String, _ faults: [String]) {
        let file = OptionFile(reading: Array(text.utf8), as: .json)
        #expect(Self.faults(file) == faults)
        #expect(file.items == [])
    }

    @Test func `invalid JSON is reported at the place of the fault`() throws {
        let file = OptionFile(reading: Array("[{\"key\": \"a\",\n \"title\" \"A\"}]".utf8), as: .json)
        let fault = try #require(file.diagnostics.first)
        #expect(fault.code.hasPrefix("json."))
        #expect(fault.range?.start.line == 2)
    }

    @Test(arguments: OptionFile.Format.allCases)
    func `bytes that are not UTF-8 are reported with their line`(_ format: OptionFile.Format) {
        let before = format == .csv ? "key,title\na,A\nb," : "[{\"key\": \"a\",\n\n\"title\": \""
        let file = OptionFile(reading: Array(before.utf8) + [0xCC, 0xE8, 0xF0, 0x0A], as: format)
        #expect(file.diagnostics.first?.range?.start.line == 3)
        #expect(file.items == [])
    }

    @Test func `a duplicate key is reported with both lines`() {
        let file = OptionFile(reading: Array("key,title\na,A\nb,B\na,C\n".utf8), as: .csv)
        #expect(
            file.diagnostics.map(\.message) == [
                "The key `a` occurs on line 2 and again on line 4; every item needs a key of its own."
            ])
    }

    @Test func `a similar column name is suggested for a missing column`() {
        let file = OptionFile(reading: Array("key,titel\n".utf8), as: .csv)
        #expect(file.diagnostics.first?.message.contains("`titel`") == true)
    }

    @Test func `keys that differ only in Unicode normalization are different`() {
        let file = OptionFile(reading: Array("key,title\n\u{E9},A\ne\u{301},B\n".utf8), as: .csv)
        #expect(file.diagnostics == [])
        #expect(file.items.count == 2)
    }

    @Test(arguments: OptionFile.Format.allCases)
    func `reading stops at a hundred faults`(_ format: OptionFile.Format) {
        let rows = (0..<300).map { _ in format == .csv ? "\n,x" : "{}" }
        let text = format == .csv ? "key,title" + rows.joined() : "[" + rows.joined(separator: ",\n") + "]"
        #expect(OptionFile(reading: Array(text.utf8), as: format).diagnostics.count == 100)
    }

    private static func faults(_ file: OptionFile) -> [String] {
        file.diagnostics.map { diagnostic in
            let place = "\(diagnostic.range?.start.line ?? 0) \(diagnostic.pointer)".trimmingCharacters(
                in: .whitespaces)
            return "\(place): \(diagnostic.code)"
        }
    }
}

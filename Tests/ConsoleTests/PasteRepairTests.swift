import JSONText
import Testing

@testable import Console

struct PasteRepairTests {
    /// Counts each member of the root other than `widgets` as an error. JSON is a document if it has no errors or has a
    /// member `widgets` or `title`.
    private static func check(_ text: [UInt8]) -> PasteRepair.Check {
        guard let root = try? JSONDocument(parsing: text).root else {
            return PasteRepair.Check(errors: 0, isDocument: false)
        }
        let errors = root.members.filter { $0.name != "widgets" }.count
        return PasteRepair.Check(
            errors: errors, isDocument: errors == 0 || root["widgets"] != nil || root["title"] != nil)
    }

    private static func repaired(_ text: String) -> String? {
        PasteRepair.found(for: Array(text.utf8), check: check).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(arguments: [
        ("{“title”: “Home”}", #"{"title": "Home"}"#),
        ("{„title“: «Home», \"a\": [„x“, 1]}", #"{"title": "Home", "a": ["x", 1]}"#),
        ("{“title”: “He said “go” and \"now\" too”}", #"{"title": "He said “go” and \"now\" too"}"#),
        ("{\"a\":\u{A0}1,\u{202F}\"b\":\u{200B}2}", #"{"a": 1, "b":2}"#),
        ("{\u{A0}\"a\": \"“kept”\u{A0}as it is\"}", "{ \"a\": \"“kept”\u{A0}as it is\"}"),
    ])
    func `typographic quotes and spaces become JSON syntax, but stay unchanged inside strings`(
        text: String, json: String
    ) {
        #expect(Self.repaired(text) == json)
    }

    @Test(arguments: [
        "{\"a\": \"“fine”\"}", "{“a”: }", "not JSON “at all”", "", "{\"a\": \"\u{A0}\"}", "“", "{“a\\", "[“a”",
    ])
    func `valid JSON, and text that would not become JSON, is not changed`(text: String) {
        #expect(Self.repaired(text) == nil)
    }

    @Test(.englishTexts) func `the offer to change typographic characters back says where they came from`() {
        #expect(
            PasteRepair.found(for: Array("{“a”: 1}".utf8), check: Self.check)?.sentence
                == "Pasting has put typographic quotes, unusual spaces or invisible characters where "
                + "JSON does not allow them.")
    }

    @Test func `a byte order mark is removed`() {
        #expect(Self.repaired("\u{FEFF}{\"widgets\": []}") == #"{"widgets": []}"#)
    }

    @Test(arguments: [
        ("```json\n{\"widgets\": []}\n```", "{\"widgets\": []}\n"),
        ("\n  ```\r\n[1,\r\n2]\r\n  ````\n\n", "[1,\r\n2]\r\n"),
    ])
    func `the fences of a Markdown code block are removed`(text: String, json: String) {
        #expect(Self.repaired(text) == json)
    }

    @Test(arguments: [
        "```", "``````", "```\n```", "```json\n{\n```", "```json\n{}", "{}\n```", "```json {} ```", "```\n{}\n``",
        "```\n\n```",
    ])
    func `a code block that is incomplete or contains no JSON is not changed`(text: String) {
        #expect(Self.repaired(text) == nil)
    }

    @Test func `an envelope is reduced to its document if the document has fewer errors`() {
        #expect(Self.repaired(#"{"code": 0, "data": {"widgets": []}}"#)?.contains("data") == false)
        #expect(Self.repaired(#"{"data": {"a": 1, "b": 2}}"#) == nil)
        #expect(Self.repaired(#"{"type": "Screen", "data": {"widgets": []}}"#) == nil)
        #expect(Self.repaired(#"{"data": []}"#) == nil)
        #expect(Self.repaired(#"{"widgets": []}"#) == nil)
    }

    @Test(
        .englishTexts,
        arguments: [
            (#"{"code": 0, "data": {"result": {"widgets": []}}}"#, "data.result"),
            (#"{"result": {"data": {"data": {"widgets": []}}}}"#, "result.data.data"),
            (#"{"data": {"widgets": [], "result": {"a": 1, "b": 2}}, "x": 1}"#, "data"),
            (#"{"data": {}, "result": {"widgets": []}}"#, "result"),
            (#"{"data": {"status": 1}, "result": {"widgets": []}, "code": 0}"#, "result"),
            (#"{"data": {"title": 1}, "result": {"data": {"widgets": []}}}"#, "result.data"),
            (#"{"data": {"widgets": []}, "result": {"title": 1}}"#, "data"),
        ])
    func `envelopes beside and in each other are reduced to the value with the fewest errors`(
        text: String, path: String
    ) throws {
        let repair = try #require(PasteRepair.found(for: Array(text.utf8), check: Self.check))

        #expect(repair.sentence == "This is a whole server response; the document is in its `\(path)`.")
        let root = try JSONDocument(parsing: repair.bytes).root
        #expect(root["widgets"] != nil && root["code"] == nil)
    }

    @Test(arguments: [
        #"{"data": {}}"#, #"{"data": {}, "result": {}, "code": 0}"#, #"{"data": {"status": 1}, "code": 0}"#,
        #"{"data": {"data": {}}, "code": 0}"#,
    ])
    func `an envelope is not reduced to an object that is not a document`(text: String) {
        #expect(Self.repaired(text) == nil)
    }

    @Test func `an envelope in an envelope is not removed if its content has as many errors`() {
        #expect(Self.repaired(#"{"data": {"result": {"a": 1}}}"#) == nil)
        #expect(Self.repaired(#"{"data": {"type": "Screen", "data": {"widgets": []}}}"#) == nil)
    }
}

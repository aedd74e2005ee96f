import Testing

@testable import Preview

/// The scroll position and focus before a post, which the response repeats.
@Suite struct PageViewStateTests {
    @Test func `the text that the page's script posts is repeated unchanged`() {
        let text = """
            {"top":120,"form":0,"row":2,"id":"f-2fa","name":"/a","value":"tap:x","around":"sheet-list","rows":"r","flow":"flow-0",\
            "moved":true,"caret":[1,3],"lists":[["sheet-list","台",40]]}
            """
        #expect(PageViewState(parsing: text)?.text == text)
        #expect(PageViewState(parsing: "{}")?.text == "{}")
    }

    @Test(arguments: [
        "", "7", "[]", "null", "\"top\"", "{\"top\":", "{\"top\": 1} x",
        // The ellipsis stands for a long text, so that the log can quote the case.
        #"{"id": "…"}"#,
    ])
    func `an invalid or too long text is ignored`(_ written: String) {
        let text = written.replacing("…", with: String(repeating: "x", count: 9_000))
        #expect(PageViewState(parsing: text) == nil)
    }

    @Test(arguments: [
        #"{"unknown": 1, "__proto__": {"top": 1}, "onclick": "x"}"#, #"{"top": -1, "form": 1e99, "row": "2"}"#,
        #"{"top": 1.5, "form": 1000001, "row": null}"#, #"{"id": 1, "name": ["a"], "flow": {"a": 1}, "moved": "yes"}"#,
        #"{"caret": [1], "lists": [["a", "b"], ["a", "b", -1], ["a", 1, 1], 7]}"#, #"{"caret": "ab", "lists": {}}"#,
    ])
    func `members of a wrong type or beyond the limits are omitted`(_ text: String) {
        #expect(PageViewState(parsing: text)?.text == "{}")
    }

    @Test func `the text is escaped in the page, and is not a field of the document`() throws {
        let fields = [
            PreviewOptions.Field(name: "_view-state", value: #"{"id": "\"><script>alert(1)</script>"}"#),
            PreviewOptions.Field(name: "/a", value: "x"),
        ]
        let options = PreviewOptions(query: [:], form: fields)
        #expect(options.data == [PreviewOptions.Field(name: "/a", value: "x")])
        let page = try PreviewSample.page(#"{"type": "Form", "jsonSchema": {"type": "object"}}"#, options: options)
        #expect(page.contains(#"data-view-state="{&quot;id&quot;:&quot;\&quot;&gt;&lt;script&gt;"#))
        #expect(!page.contains("<script>alert"))
    }

    @Test func `scripts that post are only in pages that can be posted`() throws {
        let form = #"{"type": "Form", "jsonSchema": {"type": "object"}}"#
        let screen = #"{"type": "Screen", "widgets": []}"#
        let sheet = #"{"type": "OptionSheet", "dataProvider": {"kind": "static", "content": {"options": []}}}"#
        let flow = FlowSample.everyKind
        for text in [form, sheet, flow] {
            #expect(try PreviewSample.page(text).contains("const posts ="))
            #expect(try !PreviewSample.page(text, frame: .none).contains("const posts ="))
        }
        #expect(try !PreviewSample.page(screen).contains("const posts ="))
    }
}

import DocumentKinds
import Foundation
import JSONText
import SchemaRepository
import Testing

@testable import Preview

/// The variables that Galley adds to templates.
@Suite struct TemplateMarkTests {
    @Test func `a variable for embedded markup is added at the end of a template with a single root element`() {
        let mark = "{{{*embedded}}}"
        #expect(TemplateMark.marked("<div class=\"a\">{{b}}</div>") == "<div class=\"a\">{{b}}\(mark)</div>")
        #expect(TemplateMark.marked("<div><div>{{b}}</div></div>") == "<div><div>{{b}}</div>\(mark)</div>")
        for body in ["<div>{{a}}</div><div>{{b}}</div>", "{{#a}}{{{html}}}{{/a}}", "{{a}}<div></div>", ""] {
            #expect(TemplateMark.marked(body) == body)
        }
    }

    @Test func `headings are marked, but not those in comments`() {
        #expect(
            TemplateMark.marked("{{! <h1 }}{{#a}}<h1>{{a}}</h1>{{/a}}")
                == "{{! <h1 }}{{#a}}{{{*heading}}}<h1>{{a}}</h1>{{/a}}")
    }

    @Test(arguments: [
        (#"{"type": "Screen", "title": "Offers", "widgets": []}"#, false),
        (#"{"type": "Screen", "widgets": []}"#, true),
        (#"{"type": "Screen", "*heading": "<i>", "widgets": []}"#, true),
        (#"{"type": "OptionSheet", "title": "Sheet", "dataProvider": {"kind": "static"}}"#, false),
        (#"{"type": "OptionSheet", "dataProvider": {"kind": "static"}}"#, true),
        (#"{"title": "Form", "type": "object", "properties": {"a": {"type": "string"}}}"#, false),
        ("{", false),
    ]) func `a page has a heading of its own only if the document shows none`(_ text: String, isOwn: Bool) throws {
        let page = try PreviewSample.page(text)
        #expect(page.contains("<h1 class=\"visually-hidden\">") == isOwn)
        #expect(page.contains("<h1"))
        #expect(!page.contains("<i>"))
    }
}

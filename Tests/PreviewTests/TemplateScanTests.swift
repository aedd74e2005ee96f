import TestSupport
import Testing

@testable import Preview

@Suite("Allowed templates of a schema repository") struct TemplateScanTests {
    /// Templates that look harmless if tags are read before comments are removed, or if sections are ignored.
    static let refused: [CaseText] = [
        "<me{{!x}}ta http-equiv=refresh>", "<{{!x}}meta http-equiv=refresh>", "<m{{#a}}e{{/a}}ta>",
        "{{#a}}<{{/a}}meta>", "<{{#a}}b{{/a}}{{^a}}meta{{/a}}>", "<b {{#a}}on{{/a}}click='x'>",
        "<b {{#a}}onclick{{/a}} ='x'>", "<b onclick {{#a}}x{{/a}}='y'>", "<b on{{!}}click='x'>", "<b {{value}}>",
        "<b title='{{#a}}' onclick='{{/a}}'>", "<b title=\"{{#a}}\"{{/a}} onclick=\"x\">", "{{#a}}<b title='{{/a}}'>",
        "<a href='java{{!x}}script:x'>", "<a href='{{#a}}x{{/a}}'>", "<a href='{{url}}'>", "<a HREF = \"{{url}}\">",
        "<a href {{#a}}x {{/a}}='javascript:x'>", "<a href='&#106;avascript:x'>", "<a href=' java\nscript:x'>",
        "<svg><a xlink:href='{{url}}'>", "<img srcset='{{url}} 2x'>", "<b title={{value}}>", "<b title=x{{value}}>",
        "<b title= {{value}}>", "<textarea><b title=\"</textarea><meta>\">", "<title>", "<!-- {{value}} -->", "<?x>",
        "<x:script>", "<SCRIPT>", "<b/onclick=x>", "<b\nstyle='x'>", "<b title='x'onclick='y'>", "{{{value}}}",
        "<b title='{{{html}}}'>", "{{&value}}", "{{> form}}", "{{>*name}}", "{{<form}}{{/form}}", "{{$x}}y{{/x}}",
        "{{=<% %>=}}", "{{% CONTENT_TYPE:TEXT}}", "{{!x}}\u{301}<b title=\"}}<meta>{{!\"", "\u{600}{{!<meta>}}", "<b",
        "<b title='x", "<meta", "</form{{!}}>", "<set attributeName=href>", "{{value", "{{!x", "{{{html}}",
        CaseText(String(repeating: "{{#a}}", count: 40) + String(repeating: "{{/a}}", count: 40)),
        CaseText(String(repeating: "{{a}} <b>x</b> ", count: 12_000)),
    ]

    @Test(arguments: refused)
    func `templates that a browser could parse in another way than Galley are refused`(body: CaseText) {
        #expect(throws: PreviewError.self, "\(body)") { try ElementTemplate(body.text, named: "x") }
    }

    @Test(arguments: [
        "{{#title}}<b class=\"x{{#bold}} is-bold{{/bold}}\">{{title}}</b>{{/title}}", "a < b & c > d {{value}}",
        "<ul tabindex=\"0\" aria-label=\"{{title}}\">{{#content}}<li>{{{html}}}</li>{{/content}}</ul>",
        "<option{{#isOn}} selected{{/isOn}}>x</option>", "<b {{#a}}title=\"{{a}}\" {{/a}}lang='{{b}}'>x</b>",
        "<a href=\"#top\" title='{{url}}'>once = {{twice}}</a>", "<svg viewBox='0 0 1 1'><path d='M0 0'/></svg>",
        "{{! a comment with <meta> }}<p>{{{icon.glyph}}}</p>", "<input disabled value='{{x}}'/><br>", "",
        "{{#a}}x{{/a}}",
        "<b hidden>{{reversed(value)}}</b>", "<p data-action='{{x}}' data-on='y'>é{{x}}é</p>",
    ])
    func `the usual parts of templates are accepted`(body: String) throws {
        _ = try ElementTemplate(body, named: "x")
    }

    @Test(arguments: ["u\\72l(x)", "\\75 rl(x)", "@im\\port 'x'", "UR\\4c (x)"])
    func `escapes do not hide a URL or an import in a style`(word: String) {
        #expect(throws: PreviewError.self) {
            try ElementTemplate("<style>.a{background:\(word)}</style>x", named: "x")
        }
    }

    @Test func `the variables that a template places as text are found`() throws {
        let template = try ElementTemplate("{{a}} {{ b }} {{{html}}} {{c.d}} {{#e}}{{f_1}}{{/e}}", named: "x")
        #expect(template.texts == ["a", "f_1"])
    }

    @Test func `styles with many lines and braces are read in linear time`() throws {
        let style =
            String(repeating: "\n", count: 60_000) + String(repeating: ".a{", count: 20_000) + "\n.b { gap: 2px }"
        let template = try ElementTemplate("<style>\(style)</style>x", named: "x")
        #expect(template.box["gap"] == "2px")
    }
}

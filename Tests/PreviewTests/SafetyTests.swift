import DocumentKinds
import Foundation
import JSONText
import Preview
import SchemaRepository
import Testing

@Suite struct SafetyTests {
    /// Texts that become markup where they are not escaped.
    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</style><script>",
        "{{title}}{{{html}}}", "\"\u{301} onfocus=alert(1) autofocus=\"", "<\u{301}img src=x>", "javascript:alert(1)",
        "</title></main><iframe src=//evil>", "\u{202E}gnp.exe", "&lt;b&gt;", "--></div>", "red;background:url(//evil)",
    ]

    @Test(arguments: hostile) func `hostile texts are escaped everywhere`(_ text: String) throws {
        var writer = JSONWriter()
        writer.string(text)
        let quoted = writer.text
        let documents = [
            """
            {"type": "Screen", "title": \(quoted), "widgets": [{"type": "SDUIWidget", "id": \(quoted), "title": \(quoted),
             "content": {"type": "ButtonView", "title": {"value": \(quoted), "color": \(quoted), "typography": \(quoted)},
             "icon": {"url": \(quoted)}, "backgroundColor": \(quoted), "tag": \(quoted), "html": \(quoted),
             "action": {"deeplink": \(quoted), "analytics": {"event": \(quoted), "params": {\(quoted): \(quoted)}}}}},
             {"type": \(quoted), \(quoted): \(quoted), "html": \(quoted)}]}
            """,
            """
            {"type": "Form", "title": \(quoted), "steps": [{"title": \(quoted), "jsonSchema": {"type": "object",
             "properties": {\(quoted): {"type": "string", "title": \(quoted), "default": \(quoted), "enum": [\(quoted)]},
             "b": {"type": "string", "description": \(quoted), "errors": {"required": \(quoted)}}}, "required": ["b"]},
             "uiSchema": {"b": {"ui:widget": "textarea", "ui:placeholder": \(quoted), "ui:help": \(quoted)}}}],
             "submit": {"title": \(quoted), "action": {"deeplink": \(quoted)}}}
            """,
        ]
        for document in documents {
            for options in [PreviewOptions(), PreviewSample.posted(["_do": "next", "/b": text])] {
                let html = try PreviewSample.page(document, options: options)
                for tag in Self.tags(html) {
                    #expect(Self.allowed.contains(tag.name), "\(tag.name) in \(text)")
                    for attribute in tag.attributes {
                        #expect(
                            !attribute.hasPrefix("on") && attribute != "style" && attribute != "src", "\(attribute)")
                    }
                }
            }
        }
    }

    /// The elements that a page may contain.
    static let allowed: Set<String> = [
        "html", "head", "meta", "title", "style", "body", "div", "span", "svg", "path", "rect", "circle", "main",
        "script",
        "h1", "h2", "p", "ul", "ol", "li", "dl", "dt", "dd", "code", "bdi", "header", "section", "aside", "form",
        "input",
        "button",
        "label", "select", "option", "textarea", "fieldset", "legend", "details", "summary", "pre", "a",
    ]

    /// Returns the start tags of a page as a browser parses them, without its own style and script.
    static func tags(_ html: String) -> [(name: String, attributes: [String])] {
        let plain = html.replacing(#/<(style|script) nonce="n0nce">.*?<\/\1>/#.dotMatchesNewlines(), with: "")
        return plain.matches(of: #/<([A-Za-z][^\s>\/]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/#).map { match in
            let names = String(match.output.2).matches(of: #/\s([^\s=>"'\/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'))?/#)
            return (match.output.1.lowercased(), names.map { $0.output.1.lowercased() })
        }
    }

    @Test func `the content security policy allows the page's own script and style, and no requests`() throws {
        let repository = try PreviewSample.repository.get()
        let checked = repository.check(Array("{}".utf8), kind: nil)
        let page = try PreviewSample.renderer().page(
            for: checked, options: PreviewOptions(), nonce: "abc'; script-src *", frame: .none,
            sources: PreviewSample.sources)
        let policy = page.contentSecurityPolicy
        #expect(
            policy.hasPrefix("sandbox allow-scripts allow-forms; default-src 'none'; script-src 'nonce-abcscript-src'"))
        #expect(policy.contains("form-action 'none'"))
        #expect(policy.contains("frame-ancestors 'self'"))
        #expect(!policy.contains("*"))
    }

    @Test func `a document with too many elements is cut, and a deeply nested one is drawn completely`() throws {
        let one = #"{"type": "TextView", "text": {"value": "x"}}"#
        let many = Array(repeating: one, count: 12_000).joined(separator: ",")
        let wide = try PreviewSample.page(
            #"{"type": "StackView", "axis": "vertical", "elements": [\#(many)]}"#, kind: "StackView")
        #expect(wide.contains("they are not drawn"))
        let deep =
            String(repeating: #"{"type": "StackView", "axis": "vertical", "elements": ["#, count: 120)
            + #"{"type": "TextView", "text": {"value": "innermost"}}"#
            + String(repeating: "]}", count: 120)
        #expect(try PreviewSample.page(deep, kind: "StackView").contains("innermost</div>"))
    }

    @Test func `an outline or another system's document with too many parts is cut, with one note`() throws {
        func many(_ part: String) -> String { Array(repeating: part, count: 12_000).joined(separator: ",") }
        let objects = many(#"{"a": 1}"#)
        let carousel = #"{"type": "Carousel", "items": [\#(objects)]}"#
        let texts = many(#"{"type": "TextBlock", "text": "x"}"#)
        for text in [
            #"{"type": "Screen", "widgets": [{"type": "SDUIWidget", "id": "a", "content": \#(carousel)}]}"#,
            #"{"$schema": "http://example.com/card.json", "type": "Card", "body": [\#(texts)]}"#,
        ] {
            let screen = PreviewSample.screen(
                try PreviewSample.page(text, options: PreviewOptions(language: "en")))
            #expect(screen.components(separatedBy: "More elements follow; they are not drawn.").count == 2)
        }
    }

    @Test func `a template that could place a document's text unescaped is refused`() throws {
        for body in [
            "{{{value}}}", "{{&value}}", "<a href=\"{{url}}\">x</a>", "<div class={{tag}}></div>", "<b onclick=\"x\">",
            "<script>x</script>", "{{=<% %>=}}", "<style>.a{color:{{color}}}</style>", "<style>@import 'x'</style>",
        ] {
            let documents = try PreviewSample.repository.get().documents.map { document in
                document.path == "atoms/Text/preview.mustache"
                    ? RepositoryFile(path: document.path, bytes: Array(body.utf8)) : document
            }
            let renderer = try PreviewRenderer(
                repository: SchemaRepository(documents: documents), templates: PreviewSample.path("Templates"))
            #expect(renderer.problems.count == 1, "\(body)")
        }
    }
}

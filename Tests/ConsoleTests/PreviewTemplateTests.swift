import Foundation
import HTTPTypes
import MicroHTTP
import Preview
import Publishing
import Testing

@testable import Console

@Suite("Preview templates") struct PreviewTemplateTests {
    private static let id = "/atoms/Text"
    private static let page = "/schemas/entity/template?id=%2Fatoms%2FText"
    private static let loud = "<style>.Text { font-weight: 900 }</style>\n<strong>Loud {{value}}</strong>"

    private func post(
        _ console: TestConsole, _ text: String, step: String, as name: String = "mira"
    ) throws -> Response {
        try console.post(
            "/schemas/entity/templates", as: name, [("id", Self.id), ("text", text), ("step", step)])
    }

    private func drawn(_ console: TestConsole) throws -> String {
        let page = try console.get("/features/home.offers/revisions/1", as: "ana").text
        let address = try #require(page.firstMatch(of: /<iframe[^>]* src="([^"]*)"/)).1
        return try console.get(String(address).replacing("&amp;", with: "&")).text
    }

    @Test func `the catalogue states which template draws an entity`() throws {
        let console = try TestConsole()
        let page = { (id: String) in try console.get("/schemas/entity?id=\(PercentCoding.encode(id))", as: "ana").text }

        #expect(try page(Self.id).contains("Drawn by the repository’s preview.mustache."))
        #expect(try page("/actions/Action").contains("Drawn by Galley’s template for the kind action."))
        #expect(try !page("/enums/Color").contains("Preview template"))
        #expect(
            try console.get(Self.page, as: "ana").text.contains(
                "To change the template, you need the Administrator role."))
        #expect(try console.get("/schemas/entity/template?id=%2Fenums%2FColor", as: "ana").status == .notFound)
    }

    @Test func `a template can be tried with the examples without saving it`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let page = try post(console, Self.loud, step: "try")

        #expect(page.status == .ok && page.text.contains("Drawn with the unsaved template."))
        let frame = try #require(page.text.firstMatch(of: /<iframe[^>]* src="([^"]*)"/)).1
        let address = String(frame).replacing("&amp;", with: "&")
        #expect(address.hasPrefix("/previews/trials/"))
        #expect(try console.get(address).text.contains("<strong>Loud "))
        let altered = try console.get(address.replacing("/trials/", with: "/trials/0"))
        #expect(altered.status == .gone && altered.text.contains("This link is invalid"))
        #expect(try !drawn(console).contains("Loud"))
        #expect(try console.stores.previewTemplates.newestNumber() == 0)
    }

    @Test func `a template with bytes that are not UTF-8 is refused`() throws {
        let console = try TestConsole()
        let csrf = PercentCoding.encode(try console.csrf(of: "mira"))
        let body = "id=\(PercentCoding.encode(Self.id))&text=%3Cb%3E%FF%3C%2Fb%3E&step=save&csrf=\(csrf)"
        let answer = try console.console.respond(
            to: Request(
                .post, "/schemas/entity/templates",
                headers: [
                    .cookie: "galley-session=session-of-mira", .contentType: "application/x-www-form-urlencoded",
                ], body: Array(body.utf8)))

        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("A field of the form is not valid UTF-8"))
        #expect(try console.stores.previewTemplates.newestNumber() == 0)
    }

    @Test func `a saved template is used in all previews until the repository's template is restored`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        #expect(try !drawn(console).contains("Loud"))

        let saved = try post(console, Self.loud.replacing("\n", with: "\r\n"), step: "save")
        let page = try console.get(try #require(saved.location), as: "mira").text
        #expect(page.contains("Template saved.") && page.contains("Drawn by an uploaded template."))
        #expect(page.contains("<bdi>mira</bdi>") && page.contains("Uploaded, \(Self.loud.utf8.count) bytes"))
        #expect(try drawn(console).contains("<strong>Loud Good day</strong>"))

        let back = try console.post("/schemas/entity/template-withdrawals", as: "mira", [("id", Self.id)])
        #expect(try console.get(try #require(back.location), as: "mira").text.contains("Template withdrawn."))
        #expect(try !drawn(console).contains("Loud"))
    }

    @Test(arguments: [
        ("<p>\n{{{value}}}</p>", "Line 2: {{{value}}} is not rendered markup"),
        ("<style>\n.Text { background: url(x) }</style>", "Line 2: url( is not allowed inside &lt;style&gt;."),
        ("<style>.Text {}\n</style>\n<b OnClick=\"x\">", "Line 3: style, srcdoc and event attributes are not allowed."),
        ("\n\n<SCRIPT>x</SCRIPT>", "Line 3: &lt;script is not allowed."),
        ("<p>\n{{#value}}\n</p>", "a section is not closed."), ("", "A template must not be empty"),
    ])
    func `a refused template stays in the form, with its fault`(text: String, reason: String) throws {
        let console = try TestConsole()
        for step in ["try", "save"] {
            let page = try post(console, text, step: step)
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(reason))
            #expect(page.text.contains(HTMLEscaping.escape(text) + "</textarea>"))
        }
        #expect(try console.stores.previewTemplates.newestNumber() == 0)
    }

    @Test func `a template for an unknown entity or by an account without permission is refused`() throws {
        let console = try TestConsole()
        let answer = try console.post(
            "/schemas/entity/templates", as: "mira", [("id", "/atoms/Nothing"), ("text", "x"), ("step", "save")])

        #expect(answer.status == .notFound)
        #expect(try post(console, Self.loud, step: "save", as: "ana").status == .forbidden)
    }
}

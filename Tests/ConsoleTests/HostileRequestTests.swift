import HTTPTypes
import JSONText
import MicroHTTP
import Testing

@testable import Console

@Suite("Requests that no page of the console sends") struct HostileRequestTests {
    static let numbers = [
        "9223372036854775807", "9223372036854775806", "-9223372036854775808", "99999999999999999999", "-1", "1e9", "٣",
        "999999999999", "",
    ]

    @Test(arguments: numbers) func `extreme and invalid numbers cause no server error`(number: String) throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let held = try console.post("/features/home.offers/texts/links", as: "mira", [("text", SampleTexts.screen)])
        let text = try #require(held.location?.split(separator: "/").dropLast().last.map(String.init))
        let names = ["parent", "started", "revision", "page", "before", "scale", "step", "expires"]
        let query = names.map { "\($0)=\(PercentCoding.encode(number))" }.joined(separator: "&")
        for path in [
            "/features/home.offers/editor?text=\(text)&", "/features?", "/releases?",
            "/features/home.offers/revisions?",
            "/features/home.offers/releases/new?", "/features/home.offers/revisions/1/matrix?",
            "/features/home.offers/texts/\(text)/matrix?", "/previews/texts/\(text)?",
        ] {
            let status = try console.get(path + query, as: "mira").status
            #expect(status.code < 500, "\(path)\(query): \(status)")
        }
        for path in [
            "/features/home.offers/checks", "/features/home.offers/revisions", "/features/home.offers/releases",
        ] {
            let fields = ["parent", "started", "expected", "revision", "to", "scale", "step"].map { ($0, number) }
            let status = try console.post(path, as: "mira", [("text", SampleTexts.screen)] + fields).status
            #expect(status.code < 500, "\(path) \(number): \(status)")
        }
    }

    @Test func `a form with more than 10,000 fields is refused`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        let fields = Array(repeating: ("a", ""), count: Request.maximumFields)
        let answer = try console.post("/features/home.offers/checks", as: "ana", fields)
        #expect(answer.status == .contentTooLarge)
        #expect(answer.text.contains("more than 10000 fields"))
        let few = try console.post("/features/home.offers/checks", as: "ana", Array(fields.dropLast(10)))
        #expect(few.status == .ok)
    }

    @Test func `refusals of the listener are pages for forms and problem details for programs`() throws {
        let console = try TestConsole()
        let form = Request(.post, "/features/home.offers/revisions")
        let large = try console.console.refuse(form, because: .bodyTooLarge)
        #expect(large.status == .contentTooLarge && large.headers[.connection] == "close")
        #expect(large.headers[.contentType]?.hasPrefix("text/html") == true)
        #expect(large.text.contains("The request is too large."))
        let busy = try console.console.refuse(form, because: .overloaded)
        #expect(busy.status == .serviceUnavailable && busy.headers[.retryAfter] != nil)
        #expect(busy.headers[.contentType]?.hasPrefix("text/html") == true)
        let program = try console.console.refuse(Request(.post, "/api/v1/validate"), because: .bodyTooLarge)
        #expect(program.headers[.contentType] == "application/problem+json")
    }

    @Test func `the page for an unknown address has the navigation if somebody is signed in`() throws {
        let console = try TestConsole()
        for (name, hasNavigation) in [("ana", true), (nil, false)] as [(String?, Bool)] {
            let page = try console.get("/nowhere", as: name)
            #expect(page.status == .notFound)
            #expect(page.text.contains("<nav aria-label=\"Main\">") == hasNavigation)
            #expect(try console.get("/assets/nowhere.css", as: name).status == .notFound)
        }
        #expect(try console.post("/nowhere", as: "ana").status == .notFound)
    }

    @Test func `errors of the management API are problem details, also those before a handler runs`() throws {
        let console = try TestConsole()
        let body = String(repeating: "a=&", count: Request.maximumFields)
        for (method, path) in [(HTTPRequest.Method.post, "/api/v1/schema-releases"), (.get, "/api/v1/nothing")] {
            let answer = try console.console.respond(
                to: Request(
                    method, path, headers: [.contentType: "application/x-www-form-urlencoded"],
                    body: method == .post ? Array(body.utf8) : []))
            #expect(answer.headers[.contentType] == "application/problem+json", "\(path)")
            #expect(answer.status == (method == .post ? .contentTooLarge : .notFound))
        }
    }

    @Test func `a text over the size limit is not searched for typographic characters from pasting`() {
        let valid = PasteRepair.Check(errors: 0, isDocument: true)
        let text = "{“a”: “" + String(repeating: "x", count: JSONLimits.console.maximumBytes) + "”}"
        #expect(PasteRepair.found(for: Array(text.utf8)) { _ in valid } == nil)
        let smaller = "{“a”: “" + String(repeating: "” ", count: 500_000) + "x”}"
        #expect(PasteRepair.found(for: Array(smaller.utf8)) { _ in valid } != nil)
    }
}

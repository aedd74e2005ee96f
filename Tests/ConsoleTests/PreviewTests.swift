import Foundation
import HTTPTypes
import MicroHTTP
import Preview
import Publishing
import Testing

@testable import Console

@Suite("Previews in frames") struct PreviewTests {
    private func frame(_ page: Response) throws -> String {
        String(try #require(page.text.firstMatch(of: /<iframe[^>]* src="([^"]*)"/)).1).replacing("&amp;", with: "&")
    }

    @Test func `a preview needs no session and is sandboxed by its content security policy`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let address = try frame(try console.get("/features/home.offers/revisions/1?theme=dark", as: "ana"))

        let response = try console.get(address)

        #expect(response.status == .ok)
        #expect(response.text.contains("Good day"))
        #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("sandbox allow-scripts allow-forms;") == true)
        #expect(response.headers[.crossOriginOpenerPolicy] == "unsafe-none")
        #expect(address.contains("&theme=dark"))
    }

    @Test func `a checked text is previewed without being saved`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        let page = try console.post("/features/home.offers/checks", as: "ana", [("text", SampleTexts.other)])

        #expect(try console.get(try frame(page)).text.contains("Good evening"))
        #expect(try console.stores.revisions.head(of: "home.offers") == nil)
    }

    @Test func `a changed address of a preview is refused`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        let address = try frame(try console.get("/features/home.offers/revisions/1", as: "ana"))

        for other in [
            address.replacing("/1?", with: "/2?"), address.replacing("signature=", with: "signature=A"),
            address.replacing(/expires=\d+/, with: "expires=99999999999"),
            String(address.prefix { $0 != "?" }),
        ] {
            let response = try console.get(other)
            #expect(response.status == .gone)
            #expect(!response.text.contains("Good"))
        }
    }

    @Test func `the address of a preview expires`() throws {
        let links = PreviewLinks(signing: Signing(key: SharedKey { [1, 2, 3] }))
        let address = links.address(of: .text("abc"), options: PreviewOptions(), now: TestConsole.now)

        #expect(links.refusal(of: Request(.get, address), now: TestConsole.now + 3_599) == nil)
        #expect(links.refusal(of: Request(.get, address), now: TestConsole.now + 4_300) == .expired)
    }

    @Test func `a form in a preview is posted without a session and without a CSRF token`() throws {
        let console = try TestConsole()
        let form = """
            {"type": "Form", "title": "T", "jsonSchema": {"type": "object", "required": ["city"],
             "properties": {"city": {"type": "string", "title": "City"}}}, "uiSchema": {}}
            """
        try console.feature("ads.new", kind: "/forms/Form", form)
        let address = try frame(try console.get("/features/ads.new/revisions/1", as: "ana"))
        let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded", .origin: "null"]

        let response = try console.console.respond(
            to: Request(.post, address, headers: headers, body: Array("city=".utf8)))

        #expect(response.status == .ok)
        #expect(response.text.contains("City"))
    }

    @Test func `the step of a form can be chosen`() throws {
        let console = try TestConsole()
        let step = #"{"jsonSchema": {"type": "object", "properties": {"city": {"type": "string"}}}}"#
        try console.feature(
            "ads.new", kind: "/forms/Form", #"{"type": "Form", "title": "T", "steps": [\#(step), \#(step)]}"#)

        let page = try console.get("/features/ads.new/revisions/1?step=2", as: "ana")

        #expect(page.text.contains("<option value=\"2\" selected>2 of 2</option>"))
        #expect(try frame(page).contains("&step=2"))
    }

    @Test func `unsaved texts over the limits of memory and number are dropped, oldest first`() {
        let texts = UnsavedTexts(budget: 10, limit: 3)
        let keys = (0..<4).map {
            texts.keep(UnsavedTexts.Entry(bytes: [UInt8](repeating: UInt8($0), count: 4), kind: "k"))
        }

        #expect(keys.map { texts.entry($0) != nil } == [false, false, true, true])
        let large = texts.keep(UnsavedTexts.Entry(bytes: [UInt8](repeating: 9, count: 50), kind: "k"))
        #expect(texts.entry(large)?.bytes.count == 50)
        #expect(texts.entry(keys[3]) == nil)
    }

    @Test func `equal texts of different kinds have different keys`() {
        let texts = UnsavedTexts()

        #expect(
            texts.keep(UnsavedTexts.Entry(bytes: [1], kind: "a"))
                != texts.keep(UnsavedTexts.Entry(bytes: [1], kind: "b")))
    }
}

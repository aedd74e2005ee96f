import Foundation
import HTTPTypes
import Logging
import MicroHTTP
import Preview
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Preview links") struct PreviewLinkTests {
    private func link(_ page: Response) throws -> String {
        let value = try #require(page.text.firstMatch(of: /id="link" value="([^"]*)"/)).1
        return String(value).replacing("&amp;", with: "&")
    }

    /// Creates a link as Ana and returns its page.
    private func made(_ console: TestConsole, _ target: String, _ fields: [(String, String)] = []) throws -> Response {
        let answer = try console.post(target, as: "ana", fields)
        return try console.get(try #require(answer.location), as: "ana")
    }

    @Test func `a link is created only by its form, and an address without a valid signature shows no link`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let page = "/features/home.offers/revisions/1/link"
        let signature = String(repeating: "A", count: 43)
        for query in ["", "?validity=week", "?expires=99999999999&link=7&signature=\(signature)"] {
            let shown = try console.get(page + query, as: "ana")
            #expect(shown.status == .ok && shown.text.contains("Create link"))
            #expect(!shown.text.contains("id=\"link\"") && !shown.text.contains("/previews/"))
        }
        #expect(try console.post(page + "s", as: "ana", csrf: "wrong").status == .forbidden)
        #expect(try console.stores.audit.events().allSatisfy { $0.action != "preview-link.made" })

        let location = try #require(try console.post(page + "s", as: "ana", [("validity", "hour")]).location)
        for _ in 1...2 { #expect(try console.get(location, as: "ana").text.contains("id=\"link\"")) }
        #expect(try console.stores.audit.events().count { $0.action == "preview-link.made" } == 1)
        let longer = location.replacing(/expires=\d+/, with: "expires=99999999999")
        #expect(!(try console.get(longer, as: "ana").text.contains("id=\"link\"")))
    }

    @Test func `the page of a withdrawn link no longer shows the link`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let location = try #require(
            try console.post("/features/home.offers/revisions/1/links", as: "ana").location)
        #expect(try console.get(location, as: "ana").text.contains("id=\"link\""))
        let made = try #require(try console.stores.links.list().first)
        _ = try console.stores.links.withdraw(made.id, by: .operator)

        let page = try console.get(location, as: "ana")

        #expect(page.status == .ok && page.text.contains("Create link"))
        #expect(!page.text.contains("id=\"link\"") && !page.text.contains("<svg viewBox=\"0 0 "))
    }

    @Test func `a link shows the revision without a session, at the console's base URL`() throws {
        let console = try TestConsole(baseURL: "https://galley.example")
        try console.feature("home.offers", SampleTexts.screen)
        let cookie: HTTPFields = [
            .cookie: "__Host-galley-session=session-of-ana", .contentType: "application/x-www-form-urlencoded",
        ]
        _ = try console.get("/features", as: "ana")
        let fields = "theme=dark&lang=fa&validity=week&csrf=\(try console.csrf(of: "ana"))"
        let made = try console.console.respond(
            to: Request(
                .post, "/features/home.offers/revisions/1/links", headers: cookie, body: Array(fields.utf8)))
        let page = try console.console.respond(
            to: Request(.get, try #require(made.location), headers: cookie))
        let address = try link(page)

        #expect(address.hasPrefix("https://galley.example/previews/revisions/home.offers/1?expires="))
        #expect(page.text.contains("<svg viewBox=\"0 0 ") && page.text.contains(", 7 days after it was created"))
        let shown = try console.get(String(address.dropFirst("https://galley.example".count)))
        #expect(shown.status == .ok)
        #expect(shown.text.contains("Good day") && shown.text.contains("lang=\"fa\" dir=\"rtl\" data-theme=\"dark\""))
    }

    @Test(arguments: [(LinkValidity.hour, 3_600.0), (.day, 86_400), (.week, 604_800)])
    func `a link expires after its validity`(validity: LinkValidity, seconds: Double) throws {
        let links = PreviewLinks(signing: Signing(key: SharedKey { [1, 2, 3] }))
        let address = links.address(
            of: .revision(feature: "a", number: 1), options: PreviewOptions(),
            until: TestConsole.now + validity.seconds, link: 7)

        #expect(links.refusal(of: Request(.get, address), now: TestConsole.now + seconds - 1) == nil)
        #expect(links.refusal(of: Request(.get, address), now: TestConsole.now + seconds) == .expired)
    }

    @Test func `a link becomes invalid if its text, test data, number or expiry changes, but not if its look changes`()
        throws
    {
        let links = PreviewLinks(signing: Signing(key: SharedKey { [1, 2, 3] }))
        var options = PreviewOptions(theme: .dark)
        options.filling = .saved("Married")
        let address = links.address(of: .text("abc"), options: options, until: TestConsole.now + 60, link: 7)
        let accepts = { (text: String) in links.refusal(of: Request(.get, text), now: TestConsole.now) == nil }

        #expect(accepts(address))
        #expect(accepts(address.replacing("theme=dark", with: "theme=light&device=tablet&lang=fa&step=2")))
        #expect(!accepts(address.replacing("filling=Married", with: "filling=Single")))
        #expect(!accepts(address.replacing("&filling=Married", with: "")))
        #expect(!accepts(address.replacing("/abc?", with: "/abd?")))
        #expect(!accepts(address.replacing("link=7", with: "link=99")))
        #expect(!accepts(address.replacing("&link=7", with: "")))
        #expect(!accepts(address.replacing(/expires=\d+/, with: "expires=99999999999")))
        #expect(
            PreviewLinks(signing: Signing(key: SharedKey { [4] })).refusal(
                of: Request(.get, address), now: TestConsole.now) == .altered)
    }

    @Test func `creating and opening a link is audited, and the link shows other features as of its creation`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.feature("home.other", SampleTexts.screen)
        let address = try link(try made(console, "/features/home.offers/revisions/1/links"))
            .replacing("http://127.0.0.1:8080", with: "")
        _ = try console.stores.revisions.save(
            feature: "home.other", bytes: Array(SampleTexts.other.utf8), by: Actor(accountID: nil, name: "ana"))
        for _ in 1...3 { #expect(try console.get(address).status == .ok) }

        let events = try console.stores.audit.events().filter { $0.action.hasPrefix("preview-link.") }
        #expect(events.map(\.action) == ["preview-link.opened", "preview-link.made"])
        #expect(events.allSatisfy { $0.subject == "home.offers" })
        #expect(events.last?.actor.name == "ana" && events.first?.actor.name == "anonymous")
        let number = try #require(events.last?.number)
        #expect(address.contains("&link=\(number)"))
        #expect(try console.stores.revisions.head(of: "home.other", beforeEvent: number)?.number == 1)
        #expect(try console.stores.revisions.head(of: "home.other")?.number == 2)
        let repository = try #require(try console.stores.schemaReleases.currentRepository()?.repository)
        for (event, text) in [(number, "Good day"), (nil, "Good evening")] as [(Int?, String)] {
            let sources = PreviewSources(
                stores: console.stores, repository: repository, feature: nil, now: TestConsole.now, event: event,
                logger: Logger(label: "test"))
            let shown = try #require(sources.document("home.other"))
            #expect(String(decoding: shown.bytes, as: UTF8.self).contains(text))
        }
    }

    @Test func `an unsaved text can have a link, and its page says that the text is not saved`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let page = try made(
            console, "/features/home.offers/texts/links",
            [("text", SampleTexts.other), ("parent", "1"), ("started", "1")])

        #expect(page.text.contains("This text is not saved") && page.text.contains("A phone cannot reach"))
        // Without `no-wrap`, browsers may break the line after the two hyphens of the option.
        #expect(page.text.contains("<code class=\"no-wrap\">--base-url</code>"))
        let address = try link(page).replacing("http://127.0.0.1:8080", with: "")
        #expect(try console.get(address).text.contains("Good evening"))
    }
}

import HTTPTypes
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Unsaved text after the end of a session") struct ExpiredSessionDraftTests {
    private static let typed = #"{"type": "Screen", "title": "Typed <meanwhile>"}"#

    /// Returns the fields of Ana's editor form with a typed text.
    private func form(of console: TestConsole) throws -> [(String, String)] {
        let page = try console.get("/features/home.offers/editor", as: "ana")
        return [
            ("author", try #require(page.field("author"))), ("parent", "1"), ("started", "1"), ("note", "My note"),
            ("revision_name", "Spring"),
            ("theme", "dark"), ("text", Self.typed),
        ]
    }

    /// Returns the hidden fields of a sign-in page, decoded as a browser sends them. Leaves out the CSRF token and the
    /// theme of the page itself; the field `theme` with the value `dark` is the preview's.
    private func hidden(_ page: Response) -> [(String, String)] {
        page.text.matches(of: /<input type="hidden" name="([^"]+)" value="([^"]*)">/).map {
            let value = String($0.2).replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
                .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
            return (String($0.1), value)
        }.filter { $0.0 != "csrf" && $0.0 != "theme" || $0.1 == "dark" && $0.0 == "theme" }
    }

    @Test(arguments: ["checks", "revisions", "texts/matrices"])
    func `text sent after the session's end is restored in the editor after signing in`(
        address: String
    ) throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let fields = try form(of: console)

        let ended = try console.post("/features/home.offers/\(address)", fields)
        let wrong = try console.post("/sessions", hidden(ended) + [("name", "ana"), ("password", "not it at all")])
        let right = try console.post(
            "/sessions", hidden(wrong) + [("name", "ana"), ("password", TestConsole.password)])
        let cookies = right.headers[values: .setCookie].compactMap { $0.split(separator: ";").first }
        let editor = try console.console.respond(
            to: Request(.get, try #require(right.location), headers: [.cookie: cookies.joined(separator: "; ")]))

        #expect(ended.status == .unauthorized)
        #expect(ended.text.contains("name=\"password\""))
        #expect(wrong.status == .unprocessableContent)
        #expect(right.status == .seeOther)
        #expect(editor.text.contains("Typed &lt;meanwhile&gt;"))
        #expect(editor.text.contains("data-dirty=\"true\""))
        #expect(editor.text.contains("restored but not saved yet"))
        #expect(editor.field("note") == "My note")
        #expect(editor.field("revision_name") == "Spring")
        #expect(editor.field("parent") == "1")
        #expect(editor.text.contains("theme=dark"))
        #expect(try console.stores.revisions.head(of: "home.offers")?.number == 1)
    }

    @Test func `the text becomes the author's working copy, beside that of another editor page`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let feature = try #require(try console.stores.features.feature(named: "home.offers"))
        let ana = try #require(try console.stores.accounts.list().first { $0.name == "ana" })
        func signIn(_ editor: String) throws -> Response {
            let ended = try console.post(
                "/features/home.offers/checks", try form(of: console) + [("copy", editor)])
            return try console.post("/sessions", hidden(ended) + [("name", "ana"), ("password", TestConsole.password)])
        }

        #expect(try signIn("one").location?.hasPrefix("/features/home.offers/editor?copy=one") == true)
        let copy = try #require(try console.stores.workingCopies.copy(of: feature, by: ana))
        #expect(copy.bytes == Array(Self.typed.utf8) && copy.note == "My note" && copy.editor == "one")

        try console.stores.workingCopies.keep(
            WorkingCopy(
                editor: "one", bytes: Array("{}".utf8), parent: 1, started: 1, note: "", changedAt: TestConsole.now),
            of: feature, by: ana)
        #expect(try signIn("two").location?.hasPrefix("/features/home.offers/editor?copy=two") == true)
        let texts = try console.stores.workingCopies.copies(of: feature, by: ana).map { ($0.editor, $0.bytes) }
        #expect(Dictionary(uniqueKeysWithValues: texts) == ["one": Array("{}".utf8), "two": Array(Self.typed.utf8)])
    }

    @Test func `the text is restored at its renamed feature, even if another feature got the former name`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let fields = try form(of: console)
        let token = try #require(try console.get("/features/home.offers/editor", as: "ana").field("csrf"))
        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        _ = try console.stores.releases.rename(rename, by: .operator)
        try console.feature("home.offers", SampleTexts.other)

        let ended = try console.post("/features/home.offers/checks", fields, csrf: token)
        let right = try console.post(
            "/sessions", hidden(ended) + [("name", "ana"), ("password", TestConsole.password)])

        #expect(right.location?.hasPrefix("/features/home.deals/editor") == true)
    }

    @Test func `the text is not shown to another account that signs in`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let ended = try console.post("/features/home.offers/checks", try form(of: console))

        let response = try console.post(
            "/sessions", hidden(ended) + [("name", "rui"), ("password", TestConsole.password)])

        #expect(response.status == .seeOther)
        #expect(response.location == "/features")
        #expect(response.notice == "text-of-another")
    }

    @Test func `a text becomes its author's working copy if another account signs in`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let ended = try console.post("/features/home.offers/checks", try form(of: console) + [("copy", "one")])

        let response = try console.post(
            "/sessions", hidden(ended) + [("name", "rui"), ("password", TestConsole.password)])
        let later = try console.get("/features/home.offers/editor", as: "ana")
        let restored = try console.get("/features/home.offers/editor?copy=1", as: "ana")

        #expect(response.location == "/features")
        #expect(response.notice == "text-kept-for-another")
        #expect(later.text.contains("Text that you did not save is kept"))
        #expect(restored.text.contains("Typed &lt;meanwhile&gt;"))
        #expect(restored.field("note") == "My note")
    }

    @Test func `a text is not kept if it is too long, from another site or without a signed author`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.feature("home.news", SampleTexts.screen)
        let fields = try form(of: console)
        let site = HTTPField.Name.constant("Sec-Fetch-Site")

        let unmarked = fields.filter { $0.0 != "author" }
        let forged = unmarked + [("author", "3.forged")]
        let elsewhere: HTTPFields = [site: "cross-site"]

        for page in [
            try console.post("/features/home.offers/checks", unmarked),
            try console.post("/features/home.offers/checks", forged),
            try console.post("/features/home.news/checks", fields),
            try console.post("/features/home.offers/checks", fields, headers: elsewhere),
            try console.post(
                "/features/home.offers/checks",
                unmarked.filter { $0.0 != "text" } + [
                    ("author", fields[0].1), ("text", String(repeating: "a", count: (4 << 20) + 1)),
                ]),
        ] {
            #expect(page.status == .unauthorized)
            #expect(!page.text.contains("name=\"password\""))
            #expect(!page.text.contains("meanwhile"))
        }
    }

    @Test func `a page about an ended session without the text says how the browser sends the text again`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        for address in ["checks", "revisions", "merges", "texts/comparisons", "texts/matrices", "texts/links"] {
            let page = try console.post("/features/home.offers/\(address)", [])
            #expect(page.status == .unauthorized)
            #expect(page.text.contains("Then reload this page"))
            #expect(page.text.contains("href=\"/sessions/new\" target=\"_blank\""))
        }
        let other = try console.post("/features/home.offers/labels", [("owner", "Payments")])
        #expect(other.status == .unauthorized)
        #expect(other.text.contains("Then go back in this tab"))
    }

    @Test func `a form of the account's earlier session is not saved, but its text is restored`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let fields = try form(of: console)

        let sent = try console.post("/features/home.offers/revisions", as: "ana", fields, csrf: "of an earlier session")
        let editor = try console.get(try #require(sent.location), as: "ana")
        let other = try console.post("/features/home.offers/revisions", as: "mira", fields, csrf: "of Ana's session")

        #expect(editor.text.contains("Typed &lt;meanwhile&gt;"))
        #expect(other.status == .forbidden)
        #expect(!other.text.contains("meanwhile"))
        #expect(try console.stores.revisions.head(of: "home.offers")?.number == 1)
    }

    @Test func `a text sent in the session of another account becomes its author's working copy`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let fields = try form(of: console)

        let page = try console.post(
            "/features/home.offers/revisions", as: "mira", fields + [("copy", "one")], csrf: "of Ana's session")
        let own = try console.get("/features/home.offers/editor?copy=1", as: "ana")
        let other = try console.get("/features/home.offers/editor?copy=1", as: "mira")

        #expect(page.status == .forbidden)
        #expect(page.text.contains("You are signed in as mira, but this text for home.offers belongs to ana."))
        #expect(!page.text.contains("meanwhile") && !page.text.contains("Go back"))
        #expect(own.text.contains("Typed &lt;meanwhile&gt;"))
        #expect(own.field("note") == "My note")
        #expect(!other.text.contains("meanwhile") && !other.text.contains("data-copy="))
        #expect(try console.stores.revisions.head(of: "home.offers")?.number == 1)
    }

    @Test func `a text that the script checks in the session of another account becomes its author's working copy`()
        throws
    {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let author = try #require(try console.get("/features/home.offers/editor", as: "ana").field("author"))
        let path = "/features/home.offers/checks?copy=one&parent=1&started=1&note="
        func check(as name: String, author: String) throws -> Response {
            try console.post(
                path, as: name, [("text", "typed")], csrf: "of an earlier session",
                headers: [.contentType: "text/plain; charset=utf-8", .constant("X-Draft-Author"): author])
        }

        let forged = try check(as: "mira", author: "3.forged")
        #expect(forged.status == .forbidden && forged.text.contains("Form not accepted"))
        // The script gets this answer before it repeats its request in the account's new session.
        #expect(try check(as: "ana", author: author).status == .forbidden)
        #expect(try console.get("/features/home.offers/working-copy", as: "ana").status == .notFound)
        let page = try check(as: "mira", author: author)

        #expect(page.status == .forbidden)
        #expect(page.text.contains("belongs to ana"))
        #expect(try console.get("/features/home.offers/working-copy", as: "ana").text.hasPrefix("text=typed"))
        #expect(try console.get("/features/home.offers/working-copy", as: "mira").status == .notFound)
    }

    @Test func `the address of an unsaved text opens only for its author`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let sent = try console.post("/features/home.offers/texts/matrices", as: "ana", try form(of: console))
        let key = try #require(sent.location?.split(separator: "/").dropLast().last)

        let own = try console.get("/features/home.offers/editor?text=\(key)", as: "ana")
        let other = try console.get("/features/home.offers/editor?text=\(key)", as: "mira")

        #expect(own.text.contains("meanwhile"))
        #expect(!other.text.contains("meanwhile"))
        #expect(try console.get(try #require(sent.location), as: "mira").status == .notFound)
    }
}

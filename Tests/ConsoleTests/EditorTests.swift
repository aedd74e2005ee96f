import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import Testing

@testable import Console

@Suite("The editor") struct EditorTests {
    @Test func `creating a feature leads to its editor`() throws {
        let console = try TestConsole()

        let response = try console.post("/features", as: "ana", [("name", "home.offers"), ("kind", "/screens/Screen")])
        let page = try console.get(response.location ?? "", as: "ana")

        #expect(page.status == .ok)
        #expect(page.text.contains("Save as revision 1"))
        #expect(page.text.contains("Paste its JSON"))
    }

    @Test func `a feature may be called new`() throws {
        let console = try TestConsole()

        _ = try console.post("/features", as: "ana", [("name", "new"), ("kind", "/screens/Screen")])
        let page = try console.get("/features/new", as: "ana")
        let form = try console.get("/new-feature", as: "ana")

        #expect(page.status == .ok)
        #expect(page.text.contains("href=\"/features/new/editor\""))
        #expect(form.text.contains("action=\"/features\""))
    }

    @Test(arguments: [("Home Offers", "Lower-case"), ("home.offers", "already"), ("", "Lower-case")])
    func `an invalid or taken name is refused with a message next to its field`(name: String, sentence: String) throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let page = try console.post("/features", as: "ana", [("name", name), ("kind", "/screens/Screen")])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("aria-invalid=\"true\""))
        #expect(page.text.contains(sentence))
    }

    @Test func `checking without script shows the line and the fix of a fault, and keeps the text`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let page = try console.post("/features/home.offers/checks", as: "ana", [("text", SampleTexts.misspelt)])

        #expect(page.status == .ok)
        #expect(page.text.contains(">6:"))
        #expect(page.text.contains("Use textPrimary"))
        #expect(page.text.contains("textPrimry&quot;}}}"))
        #expect(page.text.contains("src=\"/previews/texts/"))
    }

    @Test func `the editor names a wrong type and suggests a correction of a misspelt one`() throws {
        let console = try TestConsole()
        try console.feature("posting.form", kind: "/forms/Form")
        func page(_ text: String) throws -> String {
            try console.post("/features/posting.form/checks", as: "ana", [("text", text)]).text
        }

        let other = try page(SampleTexts.screen)
        #expect(other.contains("This is a Screen; a Form is expected here") && !other.contains("Use Form"))
        let misspelt = try page(#"{"type": "Forn", "title": "T"}"#)
        #expect(misspelt.contains("<code class=\"quoted\">Forn</code> must be") && misspelt.contains("Use Form"))
    }

    @Test func `a pasted response envelope is reduced to its document on request`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        let answer = #"{"status": 200, "data": \#(SampleTexts.screen)}"#

        let page = try console.post("/features/home.offers/checks", as: "ana", [("text", answer)])
        let repaired = try console.post("/features/home.offers/checks", as: "ana", [("text", answer), ("repair", "1")])

        #expect(page.text.contains("the document is in its <code class=\"quoted\">data</code>"))
        #expect(page.text.contains("name=\"repair\" value=\"1\" formaction=\"/features/home.offers/checks\""))
        #expect(repaired.text.contains("No problems"))
        #expect(!repaired.text.contains("name=\"repair\""))
    }

    @Test(arguments: ["{}", #"{"status": "ok"}"#, #"{"type": "Nothing", "title": "T"}"#])
    func `of a pasted response, only an object of a known document kind is offered as the document`(data: String) throws
    {
        let console = try TestConsole()
        try console.feature("home.offers")
        let answer = #"{"data": \#(data), "result": \#(SampleTexts.screen)}"#
        func page(_ text: String, _ fields: [(String, String)] = []) throws -> String {
            try console.post("/features/home.offers/checks", as: "ana", [("text", text)] + fields).text
        }

        #expect(try page(answer).contains("the document is in its <code class=\"quoted\">result</code>"))
        #expect(try page(answer, [("repair", "1")]).contains("No problems"))
        #expect(try !page(#"{"code": 0, "data": \#(data)}"#).contains("name=\"repair\""))
    }

    @Test func `a text with U+FFFD, which replaces unreadable characters, gets a remark with its first line`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        let lossy = SampleTexts.screen.replacing("Good day", with: "Good d\u{FFFD}y and \u{FFFD}")
        let sentence =
            "The text contains <code class=\"quoted\">U+FFFD</code>, which stands for characters that could not be read, "
            + "first in line 6."

        let page = try console.post("/features/home.offers/checks", as: "ana", [("text", lossy)])
        let plain = try console.post("/features/home.offers/checks", as: "ana", [("text", SampleTexts.screen)])
        let answer = try console.check("/features/home.offers/checks", "\r\n\r[\"\u{FFFD}\"", as: "ana")

        #expect(page.text.contains(sentence) && page.text.contains("No problems"))
        #expect(!plain.text.contains("U+FFFD"))
        #expect(answer["findings"]?.string?.contains("first in line 3.") == true)
        for text in ["", "\u{FFFC}", "\u{FFFE}", "{\"a\": \"é\"}"] {
            #expect(ReplacementCharacters.firstLine(in: Array(text.utf8)) == nil)
        }
    }

    @Test func `the fix replaces only the faulty text`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        let page = try console.post("/features/home.offers/checks", as: "ana", [("text", SampleTexts.misspelt)])
        let command = try #require(page.text.firstMatch(of: /name="fix" value="([^"]*)"/)).1.replacing(
            "&quot;", with: "\"")

        let fixed = try console.post(
            "/features/home.offers/checks", as: "ana", [("text", SampleTexts.misspelt), ("fix", String(command))])

        #expect(fixed.text.contains("No problems"))
        #expect(fixed.text.contains(HTMLEscaping.escape(SampleTexts.screen) + "</textarea>"))
    }

    @Test func `a reference to a missing feature is a warning in the editor and at the revision`() throws {
        let console = try TestConsole()
        let text = #"{"type": "Module", "content": {"feature": "home.list"}}"#
        try console.feature("cards.list", kind: "/modules/Module", text)
        let sentence = "There is no feature <code class=\"quoted\">home.list</code>"

        let checked = try console.post("/features/cards.list/checks", as: "ana", [("text", text)]).text
        let saved = try console.get("/features/cards.list/revisions/1", as: "ana").text
        #expect(checked.contains(sentence) && saved.contains(sentence))

        try console.feature("home.list", SampleTexts.screen)
        let later = try console.get("/features/cards.list/revisions/1", as: "ana").text
        #expect(!later.contains("There is no feature"))
    }

    @Test(arguments: ["", "5-2:x", "0-99999:x", "a-b:c", "-1-2:x", "1-2"])
    func `an invalid fix command is not applied`(command: String) {
        #expect(Findings.Fix.apply(command, to: Array("{}".utf8)) == nil)
    }

    @Test func `formatting puts each value on its own line`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let page = try console.post(
            "/features/home.offers/checks", as: "ana", [("text", #"{"type":"Screen","widgets":[]}"#), ("format", "1")])

        #expect(page.text.contains("{\n  &quot;type&quot;: &quot;Screen&quot;,\n"))
    }

    @Test func `the editor's script gets problems and the preview's address in one answer`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        let answer = try console.check("/features/home.offers/checks?device=tablet", SampleTexts.misspelt, as: "ana")

        #expect(answer["findings"]?.string?.contains("Use textPrimary") == true)
        #expect(answer["frame"]?.string?.hasPrefix("/previews/texts/") == true)
        #expect(answer["device"]?.string == "tablet")
    }

    @Test func `CRLF line ends that the browser adds are removed on saving`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let response = try console.post(
            "/features/home.offers/revisions", as: "ana",
            [("text", SampleTexts.screen.replacing("\n", with: "\r\n")), ("note", "First"), ("parent", "0")])
        let revision = try #require(try console.stores.revisions.head(of: "home.offers"))

        #expect(response.notice == "revision-saved.1")
        #expect(revision.bytes == Array(SampleTexts.screen.utf8))
        #expect(revision.note == "First")
        #expect(revision.isValid)
    }

    @Test func `invalid JSON is saved too, and its revision page shows the error`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        _ = try console.post("/features/home.offers/revisions", as: "ana", [("text", "{\"type\": "), ("parent", "0")])
        let page = try console.get("/features/home.offers/revisions/1", as: "ana")

        #expect(try console.stores.revisions.head(of: "home.offers")?.isValid == false)
        #expect(page.text.contains("1 error"))
        #expect(page.text.contains("id=\"L1\" class=\"marked\""))
    }

    @Test func `a text of more than 4 MiB is refused, and nothing is saved`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let page = try console.post(
            "/features/home.offers/revisions", as: "ana",
            [("text", String(repeating: "a", count: (4 << 20) + 1)), ("parent", "0")])

        #expect(page.status == .contentTooLarge)
        #expect(try console.stores.revisions.head(of: "home.offers") == nil)
    }

    @Test func `a note that is too long is reported above the text, and the text is kept`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let page = try console.post(
            "/features/home.offers/revisions", as: "ana",
            [("text", SampleTexts.screen), ("note", String(repeating: "a", count: 2_001)), ("parent", "0")])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("Not saved: a note has at most 2000 characters."))
        #expect(page.text.contains(HTMLEscaping.escape(SampleTexts.screen) + "</textarea>"))
    }

    @Test func `Enter saves the text, but after a change of preview options it only applies the options`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        let fields = [("text", SampleTexts.screen), ("parent", "0")]
        let form = try console.get("/features/home.offers/editor?theme=dark", as: "ana")
        let opened = try #require(form.field("enter"))

        let shown = try console.post(
            "/features/home.offers/revisions", as: "ana",
            fields + [("enter", opened), ("theme", "dark"), ("version", "5.0")])
        let unsaved = try console.stores.revisions.head(of: "home.offers")
        let saved = try console.post(
            "/features/home.offers/revisions", as: "ana", fields + [("enter", opened), ("theme", "dark")])

        #expect(opened == "theme=dark")
        #expect(shown.status == .ok)
        #expect(shown.text.contains("client_version=5.0"))
        #expect(unsaved == nil)
        #expect(saved.status == .seeOther)
    }

    @Test func `the first button of the editor's form saves`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let page = try console.get("/features/home.offers/editor", as: "ana").text
        let form = try #require(page.split(separator: "data-editor", maxSplits: 1).last)
        let button = try #require(form.firstMatch(of: /<button[^>]*>/)).output

        #expect(button.contains("formaction=\"/features/home.offers/revisions\""))
    }

    @Test func `only the editor of a feature without revisions has autofocus`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        try console.feature("home.news", SampleTexts.screen)

        #expect(try console.get("/features/home.offers/editor", as: "ana").text.contains(" autofocus "))
        #expect(try !console.get("/features/home.news/editor", as: "ana").text.contains(" autofocus "))
    }

    @Test func `with script a syntax error keeps the preview of the previous text, for its author only`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let good = try console.check("/features/home.offers/checks", SampleTexts.screen, as: "ana")
        let shown = try #require(good["shown"]?.string)
        let broken = try console.check("/features/home.offers/checks?shown=\(shown)", "{\"type\": ", as: "ana")
        let alone = try console.check("/features/home.offers/checks", "{\"type\": ", as: "ana")
        let other = try console.check("/features/home.offers/checks?shown=\(shown)", "{\"type\": ", as: "mira")

        #expect(good["stale"]?.string == "")
        #expect(broken["stale"]?.string == "Syntax error: showing the previous text")
        #expect(broken["shown"] == nil)
        #expect(broken["frame"]?.string?.hasPrefix("/previews/texts/\(shown)?") == true)
        #expect(broken["findings"]?.string?.contains("error") == true)
        #expect(alone["stale"]?.string == "")
        #expect(other["stale"]?.string == "")
    }

    @Test func `a syntax error in the first text of a feature shows no preview of the empty text`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")

        let empty = try console.check("/features/home.offers/checks", "", as: "ana")
        let shown = try #require(empty["shown"]?.string)
        let broken = try console.check("/features/home.offers/checks?shown=\(shown)", "{\"type\": ", as: "ana")

        #expect(broken["stale"]?.string == "")
        #expect(broken["frame"]?.string?.contains(shown) != true)
    }

    @Test func `without script a syntax error keeps the last valid preview, marked as stale`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let checks = "/features/home.offers/checks"

        let good = try console.post(checks, as: "ana", [("text", SampleTexts.other)])
        let shown = String(try #require(good.text.firstMatch(of: /name="shown" value="([0-9a-f]+)"/)).1)
        #expect(good.text.contains(/data-stale[^>]* hidden><\/span>/))
        for _ in 1...2 {
            let broken = try console.post(checks, as: "ana", [("text", "{\"type\": "), ("shown", shown)])
            #expect(broken.text.contains("src=\"/previews/texts/\(shown)?"))
            #expect(broken.text.contains(/data-stale[^>]*>Syntax error: showing the previous text<\/span>/))
            #expect(broken.text.contains("name=\"shown\" value=\"\(shown)\""))
        }
        // A shown text that has expired or belongs to somebody else is replaced by the newest valid revision.
        for (name, key) in [("ana", "0123"), ("mira", shown)] {
            let broken = try console.post(checks, as: name, [("text", "{\"type\": "), ("shown", key)])
            #expect(broken.text.contains("src=\"/previews/revisions/home.offers/1?"))
            #expect(broken.text.contains(/data-stale[^>]*>Syntax error: showing revision 1<\/span>/))
        }
    }

    @Test func `formatting is offered if several right-to-left texts are on one line`() throws {
        let console = try TestConsole()
        try console.feature("home.offers")
        let text = #"{"type": "Screen", "titles": ["یک", "دو"]}"#

        let page = try console.post("/features/home.offers/checks", as: "ana", [("text", text)])
        let formatted = try console.post(
            "/features/home.offers/checks", as: "ana", [("text", text), ("format", "1")])

        #expect(page.text.contains("are shown in reverse order"))
        #expect(page.text.contains("name=\"format\" value=\"1\" formaction=\"/features/home.offers/checks\""))
        #expect(!formatted.text.contains("are shown in reverse order"))
        #expect(formatted.text.contains("&quot;یک&quot;,\n"))
    }

    @Test func `a right-to-left name with such a value gets a remark, because formatting leaves both on one line`()
        throws
    {
        let console = try TestConsole()
        try console.feature("home.offers")
        let text = "{\"type\": \"Screen\",\n\"سلام\": \"دنیا\"}"

        let page = try console.post("/features/home.offers/checks", as: "ana", [("text", text)])
        let formatted = try console.post(
            "/features/home.offers/checks", as: "ana", [("text", text), ("format", "1")])

        #expect(page.text.contains("Line 2 is shown in another order"))
        #expect(!page.text.contains("data-rewrite"))
        #expect(formatted.text.contains("Line 3 is shown in another order"))
    }

    @Test func `a save over a newer revision is a conflict that shows both texts`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        let page = try console.post(
            "/features/home.offers/revisions", as: "ana",
            [("text", SampleTexts.other), ("parent", "0"), ("started", "0")])

        func shown(_ id: String) throws -> String {
            let field = try Regex(
                "<textarea class=\"source\" id=\"\(id)\"[^>]*>\n([^<]*)</textarea>", as: (Substring, Substring).self)
            return String(try #require(page.text.firstMatch(of: field)).output.1).replacing("&quot;", with: "\"")
        }
        #expect(page.status == .conflict)
        #expect(try shown("mine") == SampleTexts.other)
        #expect(try shown("theirs") == SampleTexts.screen)
        #expect(page.field("parent") == "1")
        #expect(try console.stores.revisions.head(of: "home.offers")?.number == 1)
    }

    @Test func `a save sent twice creates one revision`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let fields = [("text", SampleTexts.other), ("parent", "1"), ("started", "1")]

        let first = try console.post("/features/home.offers/revisions", as: "ana", fields)
        let second = try console.post("/features/home.offers/revisions", as: "ana", fields)

        #expect(first.status == .seeOther)
        #expect(second.status == .seeOther)
        #expect(second.location == first.location)
        #expect(try console.stores.revisions.head(of: "home.offers")?.number == 2)
    }

    @Test func `a save on the newest revision leaves the older one unchanged`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        _ = try console.post(
            "/features/home.offers/revisions", as: "ana", [("text", SampleTexts.other), ("parent", "1")])

        #expect(try console.stores.revisions.head(of: "home.offers")?.bytes == Array(SampleTexts.other.utf8))
        #expect(
            try console.stores.revisions.revision(of: "home.offers", number: 1)?.bytes == Array(SampleTexts.screen.utf8)
        )
    }

    @Test func `the editor has no save button for an account that may not edit`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        let page = try console.get("/features/home.offers/editor", as: "rui")

        #expect(page.status == .ok)
        #expect(!page.text.contains("Save as revision") && !page.text.contains("Edit revision"))
        for path in ["", "/revisions", "/revisions/1"] {
            #expect(try console.get("/features/home.offers\(path)", as: "rui").text.contains("Open in editor"))
            #expect(try !console.get("/features/home.offers\(path)", as: "ana").text.contains("Open in editor"))
        }
    }

    @Test func `in the editor only a valid revision has a link to its review or to publishing`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let publish = "/features/home.offers/releases/new?revision=1"
        let review = "href=\"/features/home.offers/revisions/1/review\""

        let analyst = try console.get("/features/home.offers/editor", as: "ana").text
        #expect(analyst.contains("\(review)>Request review…<") && !analyst.contains(publish))
        let all = try console.get("/features/home.offers/editor", as: "mira").text
        #expect(all.contains(publish) && !all.contains(review))
        // A release manager needs the review too if publishing requires an approval.
        _ = try console.stores.reviews.setPolicy(1, of: "home.offers", by: .operator)
        #expect(try console.get("/features/home.offers/editor", as: "mira").text.contains(review))

        try console.feature("home.broken", SampleTexts.misspelt)
        let broken = try console.get("/features/home.broken/editor", as: "mira").text
        #expect(!broken.contains("releases/new?revision=1") && !broken.contains("revisions/1/review"))
        let form = try console.get("/features/home.broken/releases/new?revision=1", as: "rui").text
        #expect(!form.contains("Clients that fully support revision 1"))
    }

    @Test func `the history shows every revision, newest first`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.misspelt)

        let page = try console.get("/features/home.offers/revisions", as: "ana").text
        let first = try #require(page.firstRange(of: "/revisions/1\""))
        let second = try #require(page.firstRange(of: "/revisions/2\""))

        #expect(second.lowerBound < first.lowerBound)
        #expect(page.contains("Not valid"))
    }
}

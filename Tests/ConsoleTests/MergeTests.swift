import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("Merging with a newer revision") struct MergeTests {
    private static let revisions = "/features/home.offers/revisions"
    private static let merges = "/features/home.offers/merges"
    private static let deals = SampleTexts.screen.replacing("Offers", with: "Deals")
    private static let night = deals.replacing("Good day", with: "Good night")

    /// Returns a console with two revisions, the second of which contains “Good evening”.
    private func console() throws -> TestConsole {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        return console
    }

    private func head(_ console: TestConsole) throws -> (number: Int, text: String) {
        let head = try #require(try console.stores.revisions.head(of: "home.offers"))
        return (head.number, String(decoding: head.bytes, as: UTF8.self))
    }

    @Test func `changes at different places are merged and saved together`() throws {
        let console = try console()

        let page = try console.post(
            Self.revisions, as: "ana", [("text", Self.deals), ("parent", "1"), ("revision_name", "Spring")])
        #expect(page.status == .conflict)
        #expect(page.field("revision_name") == "Spring")
        #expect(page.text.contains("Both changes can be kept"))
        #expect(page.text.contains("<code class=\"ltr\">/title</code>"))
        #expect(page.field("onto") == "2")
        #expect(try head(console).number == 2)

        let saved = try console.post(
            Self.merges, as: "ana",
            [
                ("text", Self.deals), ("parent", "1"), ("onto", "2"), ("note", "Deals"),
                ("revision_name", "Spring"),
            ])
        #expect(saved.notice == "revision-saved.3")
        #expect(try console.stores.revisions.head(of: "home.offers")?.name == "Spring")
        #expect(try head(console).text == SampleTexts.other.replacing("Offers", with: "Deals"))
    }

    @Test func `a conflict with a revision of the same person mentions another window`() throws {
        let console = try console()
        _ = try console.post(Self.revisions, as: "ana", [("text", Self.night), ("parent", "2")])

        let own = try console.post(Self.revisions, as: "ana", [("text", Self.deals), ("parent", "2")]).text
        #expect(own.contains("<h1>You saved in another window</h1>"))
        #expect(own.contains("You saved revision 3 in another window <time"))
        #expect(own.contains("See what you changed there") && !own.contains("Someone saved"))
        #expect(own.contains("Copy the changes of revision 3 into your text by hand"))
    }

    @Test func `a place that both sides changed needs a choice before saving`() throws {
        let console = try console()
        let fields = [("text", Self.night), ("parent", "1"), ("onto", "2")]

        let page = try console.post(Self.revisions, as: "ana", [("text", Self.night), ("parent", "1")]).text
        #expect(page.contains("Both sides changed 1 place"))
        #expect(page.contains("<code class=\"ltr\">/widgets/<wbr>0/<wbr>content/<wbr>text/<wbr>value</code>"))
        #expect(page.contains("name=\"choice-0\" value=\"mine\" required>"))
        #expect(page.contains("Good night") && page.contains("Good evening"))

        let undecided = try console.post(Self.merges, as: "ana", fields)
        #expect(undecided.status == .unprocessableContent)
        #expect(undecided.text.contains("choose a side for each place"))
        #expect(
            try console.post(Self.merges, as: "ana", fields + [("choice-0", "both")]).status == .unprocessableContent)
        #expect(try head(console).number == 2)

        _ = try console.post(Self.merges, as: "ana", fields + [("choice-0", "theirs")])
        #expect(try head(console).text == SampleTexts.other.replacing("Offers", with: "Deals"))
    }

    @Test func `two people who edit one feature see each other and merge without losing text`() throws {
        let console = try console()
        let feature = try #require(try console.stores.features.feature(named: "home.offers"))
        let texts = [
            "ana": SampleTexts.other.replacing("Offers", with: "پیشنهادها 🎁"),
            "mira": SampleTexts.other.replacing("Good evening", with: "Guten Abend, “Leute”"),
        ]
        var editors: [String: Response] = [:]
        for name in texts.keys.sorted() {
            editors[name] = try console.get("/features/home.offers/editor", as: name)
        }
        func fields(_ name: String) throws -> [(String, String)] {
            let editor = try #require(editors[name])
            return [
                ("text", texts[name] ?? ""), ("copy", try #require(editor.field("copy"))), ("parent", "2"),
                ("started", "2"),
            ]
        }
        for name in texts.keys.sorted() {
            _ = try console.post("/features/home.offers/checks", as: name, try fields(name))
        }

        // Each person sees the other, and each working copy contains only its author's text.
        for (name, other) in [("ana", "mira"), ("mira", "ana")] {
            let presence = try console.get("/features/home.offers/presence?place=editor", as: name).text
            #expect(presence.contains("\(other) "))
            #expect(!presence.contains("\(name) "))
            #expect(try console.get("/features/home.offers/working-copy", as: name).text == texts[name])
        }

        #expect(try console.post(Self.revisions, as: "ana", try fields("ana")).notice == "revision-saved.3")
        let conflict = try console.post(Self.revisions, as: "mira", try fields("mira"))
        #expect(conflict.status == .conflict)
        let mira = try #require(try console.stores.accounts.account(named: "mira"))
        let kept = try console.stores.workingCopies.copy(of: feature, by: mira)
        #expect(kept?.bytes == Array((texts["mira"] ?? "").utf8))
        let merged = try console.post(Self.merges, as: "mira", try fields("mira") + [("onto", "3")])
        #expect(merged.notice == "revision-saved.4")
        #expect(
            try head(console).text
                == (texts["ana"] ?? "").replacing("Good evening", with: "Guten Abend, “Leute”"))
        #expect(try console.stores.workingCopies.copy(of: feature, by: mira) == nil)
    }

    @Test func `the merged text can be opened in the editor before it is saved`() throws {
        let console = try console()

        let page = try console.post(
            Self.merges, as: "ana", [("text", Self.deals), ("parent", "1"), ("onto", "2"), ("edit", "1")])

        #expect(page.status == .ok)
        #expect(page.field("parent") == "2")
        #expect(page.text.contains("Save as revision 3"))
        #expect(page.text.contains("Deals") && page.text.contains("Good evening"))
        #expect(try head(console).number == 2)
    }

    @Test func `a further save during a merge requires another merge`() throws {
        let console = try console()
        let third = SampleTexts.other.replacing("headlineMedium", with: "bodyLarge")
        _ = try console.stores.revisions.save(feature: "home.offers", bytes: Array(third.utf8), by: .operator)

        let page = try console.post(Self.merges, as: "ana", [("text", Self.deals), ("parent", "1"), ("onto", "2")])
        #expect(page.status == .conflict)
        #expect(page.field("onto") == "3")
        let mine = SampleTexts.other.replacing("Offers", with: "Deals")
        _ = try console.post(Self.merges, as: "ana", [("text", mine), ("parent", "2"), ("onto", "3")])

        #expect(try head(console).text == third.replacing("Offers", with: "Deals"))
    }

    @Test func `texts that are not JSON are shown for merging by hand`() throws {
        let console = try console()

        let page = try console.post(Self.revisions, as: "ana", [("text", "{\"title\": "), ("parent", "1")]).text

        #expect(!page.contains("action=\"\(Self.merges)\""))
        #expect(page.contains("Copy the changes of revision 2 into your text by hand"))
        #expect(page.contains("{&quot;title&quot;: </textarea>"))
        #expect(page.contains("Good evening"))
    }

    @Test func `a merge with a missing revision is answered with 404`() throws {
        let console = try console()

        #expect(try console.post(Self.merges, as: "ana", [("text", "{}"), ("parent", "1")]).status == .notFound)
        #expect(
            try console.post(Self.merges, as: "ana", [("text", "{}"), ("parent", "1"), ("onto", "9")]).status
                == .notFound)
    }
}

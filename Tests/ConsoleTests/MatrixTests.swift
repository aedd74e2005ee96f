import Foundation
import HTTPTypes
import MicroHTTP
import Preview
import Publishing
import Testing

@testable import Console

@Suite("The matrix of devices, languages and themes") struct MatrixTests {
    private func frames(_ page: Response) -> [String] {
        page.text.matches(of: /<iframe[^>]* src="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }

    @Test func `two devices, two languages and two themes make eight different frames`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let page = try console.get("/features/home.offers/revisions/1/matrix", as: "ana")

        #expect(frames(page).count == 8)
        #expect(page.text.contains("8 frames") && page.text.contains("Small phone · فارسی · Dark"))
        #expect(Set(frames(page)).count == 8)
        let last = try console.get(try #require(frames(page).last)).text
        #expect(last.contains("lang=\"fa\" dir=\"rtl\" data-theme=\"dark\""))
    }

    @Test func `the address chooses devices, languages and themes, and the number of frames is limited`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let path = "/features/home.offers/revisions/1/matrix"

        let one = try console.get("\(path)?devices=tablet&languages=text&themes=dark&platform=ios&scale=2", as: "ana")
        #expect(frames(one).count == 1)
        #expect(frames(one).first?.contains("&platform=ios&device=tablet&theme=dark&scale=2") == true)

        let everything =
            ["compact", "phone", "large", "android", "tablet"].map { "devices=\($0)" }
            + ["text", "en", "ru", "fa", "ar", "zh-Hant"].map { "languages=\($0)" } + ["themes=light", "themes=dark"]
        let many = try console.get("\(path)?\(everything.joined(separator: "&"))", as: "ana")
        #expect(frames(many).count == MatrixChoice.limit)
        #expect(many.text.contains("The first 24 of 60 frames"))

        #expect(frames(try console.get("\(path)?devices=fridge", as: "ana")).count == 8)
    }

    @Test func `the matrix says the same about the chosen client as the page of the revision`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let path = "/features/home.offers/revisions/1"

        for (query, sentence) in [
            ("platform=ios&client_version=v6", "v6 is not a client version."),
            ("platform=ios&client_version=9.0", "iOS 9.0 shows everything."),
            ("client_version=9.0", "Choose a platform for this client version."),
        ] {
            let revision = try console.get("\(path)?\(query)", as: "ana").text
            let matrix = try console.get("\(path)/matrix?\(query)", as: "ana").text
            #expect(revision.contains(sentence) && matrix.contains(sentence), "\(query)")
        }
    }

    @Test func `an unsaved text has a matrix that links back to its editor`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let made = try console.post(
            "/features/home.offers/texts/matrices", as: "ana",
            [("text", SampleTexts.other), ("parent", "1"), ("started", "1"), ("theme", "dark")])
        let page = try console.get(try #require(made.location), as: "ana")

        #expect(made.status == .seeOther)
        #expect(try console.get(try #require(frames(page).first)).text.contains("Good evening"))
        let back = try #require(page.text.firstMatch(of: /data-editor-href="([^"]*)"/)).1
        let editor = try console.get(String(back).replacing("&amp;", with: "&"), as: "ana").text
        #expect(editor.contains("Good evening") && editor.contains("name=\"parent\" value=\"1\""))
        #expect(try console.stores.revisions.head(of: "home.offers")?.number == 1)
    }

    @Test func `an unsaved text is not shown at the address of another feature`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.feature("home.other", SampleTexts.screen)
        let made = try console.post("/features/home.offers/texts/matrices", as: "ana", [("text", SampleTexts.other)])
        let path = try #require(made.location)

        #expect(try console.get(path.replacing("home.offers", with: "home.other"), as: "ana").status == .notFound)
        let gone = try console.get("/features/home.other/editor?text=0123", as: "ana")
        #expect(gone.status == .ok && gone.text.contains("no longer in memory"))
    }

    @Test func `an unsaved text stays with its renamed feature, even if another feature gets the former name`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let made = try console.post("/features/home.offers/texts/matrices", as: "ana", [("text", SampleTexts.other)])
        let path = try #require(made.location)
        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        _ = try console.stores.releases.rename(rename, by: .operator)
        try console.feature("home.offers", SampleTexts.screen)

        let moved = try console.get(path.replacing("home.offers", with: "home.deals"), as: "ana")
        #expect(moved.status == .ok)
        #expect(try console.get(try #require(frames(moved).first)).text.contains("Good evening"))
        #expect(try console.get(path, as: "ana").status == .notFound)
    }
}

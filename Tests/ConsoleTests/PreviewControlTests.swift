import DocumentKinds
import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("The controls of a preview") struct PreviewControlTests {
    private static let form = """
        {"type": "Form", "title": "T", "jsonSchema": {"type": "object", "required": ["city"],
         "properties": {"city": {"type": "string", "title": "City", "errors": {"required": "Which city?"}}}}}
        """
    private static let screenFor6 = SampleTexts.screen.replacingOccurrences(
        of: #"{"type": "TextView", "text": {"value": "Good day", "typography": "headlineMedium", "#
            + #""color": "textPrimary"}}"#,
        with: #"{"type": "ButtonView", "title": {"value": "Go"}, "size": "xxl"}"#)

    @Test func `the settings of a preview are read from the page's address`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let query = "device=compact&lang=fa&scale=1.5&theme=dark&dir=ltr&actions=0&platform=ios&version=5.2"

        for page in ["/features/home.offers/revisions/1", "/features/home.offers/editor"] {
            let html = try console.get("\(page)?\(query)", as: "ana").text
            for chosen in [
                "value=\"compact\" selected", "value=\"fa\" selected", "value=\"1.5\" selected",
                "value=\"dark\" selected", "value=\"ltr\" selected", "value=\"0\" selected", "value=\"ios\" selected",
                "name=\"version\" value=\"5.2\"", "Small phone · Dark · 150 %", "فارسی · Left to right", "iOS 5.2",
                "Actions hidden",
            ] {
                #expect(html.contains(chosen), "\(chosen) on \(page)")
            }
            let frame = try #require(html.firstMatch(of: /<iframe[^>]* src="([^"]*)"/)).1
            #expect(frame.contains("&amp;lang=fa") && frame.contains("&amp;scale=1.5"))
        }
    }

    @Test func `without script, a redirect puts chosen settings into the address if the text is unchanged`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let fields = [("started", "1"), ("parent", "1"), ("apply", "1"), ("theme", "dark"), ("device", "phone")]

        let same = try console.post("/features/home.offers/checks", as: "ana", [("text", SampleTexts.screen)] + fields)
        #expect(same.location == "/features/home.offers/editor?revision=1&theme=dark")

        let other = try console.post("/features/home.offers/checks", as: "ana", [("text", SampleTexts.other)] + fields)
        #expect(other.status == .ok)
        #expect(other.text.contains("Good evening") && other.text.contains("value=\"dark\" selected"))
    }

    @Test func `controls for states, steps and submission are shown only for documents that have them`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.feature("ads.new", kind: "/forms/Form", Self.form)
        try console.feature(
            "school", kind: "/option-sheets/OptionSheet",
            #"{"type": "OptionSheet", "title": "T", "dataProvider": {"kind": "static", "content": {"options": []}}}"#)

        let controls = try ["home.offers", "ads.new", "school"].map { name in
            let html = try console.get("/features/\(name)/revisions/1", as: "ana").text
            return ["moment", "state", "step"].map { html.contains("<select id=\"preview-\($0)\"") }
        }
        #expect(controls == [[false, false, false], [true, false, false], [false, true, false]])
    }

    @Test func `a form shown as after its submission reports missing values`() throws {
        let console = try TestConsole()
        try console.feature("ads.new", kind: "/forms/Form", Self.form)

        let frames = try ["", "?after=submit"].map { query in
            let page = try console.get("/features/ads.new/revisions/1\(query)", as: "ana").text
            let address = try #require(page.firstMatch(of: /<iframe[^>]* src="([^"]*)"/)).1
            return try console.get(String(address).replacing("&amp;", with: "&")).text
        }
        #expect(frames.map { $0.contains("Which city?") } == [false, true])
    }

    @Test func `elements that the chosen client does not show are listed with their lines`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Self.screenFor6)
        let page = "/features/home.offers/revisions/1"

        let old = try console.get("\(page)?platform=ios&client_version=5.2", as: "ana").text
        #expect(old.contains("iOS 5.2 does not show 1 part of the document as written."))
        // The sentence names only the last member of the pointer, because the whole pointer follows.
        #expect(old.contains("<code class=\"quoted\">size</code>"))
        #expect(old.contains("<code>/widgets/<wbr>0/<wbr>content/<wbr>size</code>") && old.contains("href=\"#L6\""))
        let new = try console.get("\(page)?platform=ios&client_version=6.0", as: "ana").text
        #expect(new.contains("iOS 6.0 shows everything."))
        let wrong = try console.get("\(page)?platform=ios&version=five", as: "ana").text
        #expect(wrong.contains("five is not a client version."))
        let nowhere = try console.get("\(page)?version=5.2", as: "ana").text
        #expect(nowhere.contains("Choose a platform for this client version."))
        #expect(!(try console.get(page, as: "ana").text.contains("class=\"gaps\"")))
    }

    @Test func `elements that the client does not show are listed even if other elements have errors`() throws {
        let console = try TestConsole()
        let text = Self.screenFor6.replacing(
            "\"widgets\": [",
            with: "\"widgets\": [{\"type\": \"SDUIWidget\", \"id\": 5, \"content\": {\"type\": \"Txt\"}},")
        try console.feature("home.offers", text)

        let page = try console.get("/features/home.offers/revisions/1?platform=ios&client_version=5.2", as: "ana").text
        #expect(page.contains("iOS 5.2 does not show 1 part of the document as written."))
        #expect(page.contains("could not be compared because of 2 errors."))
        #expect(page.contains("<code>/widgets/<wbr>1/<wbr>content/<wbr>size</code>"))
    }

    private func frame(_ console: TestConsole, _ page: String) throws -> String {
        let html = try console.get(page, as: "ana").text
        let address = try #require(html.firstMatch(of: /<iframe[^>]* src="([^"]*)"/)).1
        return try console.get(String(address).replacing("&amp;", with: "&")).text
    }

    /// Returns the size of the button in a preview, such as `l`, from its CSS class.
    private static func size(in html: String) -> Substring? {
        html.firstMatch(of: /class="element ButtonView[^"]* size-([a-z]+)/)?.1
    }

    @Test func `the preview of an edition shows the client's stored edition, or assembles one if there is none`() throws
    {
        let console = try TestConsole()
        try console.feature("home.offers", Self.screenFor6)
        let page = "/features/home.offers/revisions/1?platform=ios&client_version=5.2"
        let edition = page + "&edition=1"

        let marked = try frame(console, page)
        #expect(marked.contains(#"class="issue "#) && !marked.contains("data-edition"))
        let drawn = try frame(console, edition)
        #expect(Self.size(in: drawn) == "l" && !drawn.contains(#"class="issue "#) && drawn.contains("data-edition"))
        #expect(try console.get(edition, as: "ana").text.contains("that iOS 5.2 would get if this text were"))

        try console.publish("home.offers", revision: 1, from: "5.0")
        let sentence = "The preview shows the stored edition that iOS 5.2 gets, live since release 1."
        #expect(try console.get(edition, as: "ana").text.contains(sentence))
        // With later schemas another edition would be assembled, but the preview still shows the stored one.
        let documents = try #require(try console.stores.schemaReleases.currentRepository()).repository.documents
        let changed = documents.map { document in
            let text = String(decoding: document.bytes, as: UTF8.self)
            return document.path == "enums/ButtonSize.json"
                ? RepositoryFile(
                    path: document.path,
                    bytes: Array(text.replacing(#""unknownAs": "l""#, with: #""unknownAs": "s""#).utf8))
                : document
        }
        try console.stores.schemaReleases.adopt(SchemaRepository(documents: changed), by: .operator)
        #expect(try Self.size(in: frame(console, edition)) == "l")
        let android = edition.replacing("platform=ios", with: "platform=android")
        #expect(try Self.size(in: frame(console, android)) == "s")
    }

    @Test func `a preview that shows other features says that it shows their newest revisions`() throws {
        let console = try TestConsole()
        let flow = #"{"type": "Module", "content": {"feature": "home.offers"}}"#
        let sentence = "Other features are shown as their newest revisions, published or not."
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.feature("cards.list", kind: "/modules/Module", flow)
        try console.publish("cards.list", revision: 1, from: "9.0")

        let page = "/features/cards.list/revisions/1"
        #expect(try console.get(page, as: "ana").text.contains(sentence))
        let drawn = try frame(console, page)
        #expect(drawn.contains("Good evening") && !drawn.contains("Good day"))
        #expect(try console.get(page + "?platform=ios&version=9.0&edition=1", as: "ana").text.contains(sentence))
        let checks = "/features/cards.list/checks"
        #expect(try console.check(checks, flow, as: "ana")["look"]?.string?.contains(sentence) == true)
        let compared = "/features/cards.list/comparison?a=1&b=1"
        for address in [page + "/matrix", compared, "/features/home.offers/comparison?a=1&b=1&other=cards.list"] {
            #expect(try console.get(address, as: "ana").text.contains(sentence), "\(address)")
        }
        let plain = "/features/home.offers"
        for address in ["/revisions/1", "/revisions/1/matrix", "/comparison?a=1&b=2"] {
            #expect(try !console.get(plain + address, as: "ana").text.contains(sentence), "\(address)")
        }
    }

    @Test func `the preview of a client without an edition says so`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Self.screenFor6)

        let page = "/features/home.offers/revisions/1?platform=ios&client_version=0.1&edition=1"
        #expect(try frame(console, page).contains("No edition for this client"))
        #expect(try console.get(page, as: "ana").text.contains("No edition can be assembled for iOS 0.1."))
        #expect(try frame(console, page.replacing("0.1", with: "6.0")).contains("data-edition"))
    }
}

import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import Console

@Suite("The catalogue of schemas", .englishTexts) struct SchemaTests {
    private static let button = "/schemas/entity?id=%2Fcomponents%2FButtonView"

    private func frames(_ page: Response) -> [String] {
        page.text.matches(of: /<iframe[^>]* src="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }

    @Test func `the catalogue lists every entity, screens before enums`() throws {
        let console = try TestConsole()
        let page = try console.get("/schemas", as: "ana").text
        let repository = try #require(try console.stores.schemaReleases.currentRepository()).repository

        for entity in repository.entities { #expect(page.contains(">\(entity.name)</a>")) }
        let screens = try #require(page.range(of: "id=\"shelf-screen\""))
        let enums = try #require(page.range(of: "id=\"shelf-enum\""))
        #expect(screens.lowerBound < enums.lowerBound)
        #expect(page.contains(">Option sheets</h2>"))
        #expect(["", "textStyle", "atom"].map(EntityKind.heading) == ["Other", "Text style", "Atoms"])
        #expect(page.contains("Any widget that a screen may show; <code dir=\"ltr\">type</code> names which."))
    }

    @Test func `a search finds entities by texts in the chosen language`() throws {
        let console = try TestConsole()

        let page = try console.get("/schemas?q=%D0%9A%D0%BD%D0%BE%D0%BF%D0%BA%D0%B0&lang=ru", as: "ana").text
        #expect(page.contains(">ButtonView</a>"))
        #expect(!page.contains(">Screen</a>"))
        #expect(try console.get("/schemas?q=%3Cnothing%3E", as: "ana").text.contains("“&lt;nothing&gt;”"))
        // Forms encode a space as `+` and a plus as `%2B`.
        #expect(try console.get("/schemas?q=two+words%2Bmore", as: "ana").text.contains("“two words+more”"))
    }

    @Test func `an entity's page shows its owners, members, versions, uses and examples`() throws {
        let page = try TestConsole().get(Self.button, as: "ana").text

        for text in [
            "ios:design-system", "<code>title</code> <span class=\"badge live\">Required</span>",
            ">Ignorable</span>", "href=\"/schemas/entity?id=%2Fatoms%2FText\">Text</a>", "<code>&quot;m&quot;</code>",
            "<span class=\"ltr\">3.4</span>", ">Base</a>", ">LayoutElement</a>", "With icon",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(page.contains("No use in a live feature was found."))
    }

    @Test func `descriptions are shown in the chosen language if the schema has it`() throws {
        let console = try TestConsole()

        let page = try console.get(Self.button + "&lang=ru", as: "ana").text
        #expect(page.contains("lang=\"ru\" dir=\"ltr\">Надпись на кнопке.</span>"))
        #expect(page.contains("href=\"/schemas/entity?id=%2Fatoms%2FText&amp;lang=ru\""))
        #expect(try console.get(Self.button + "&lang=xx", as: "ana").text.contains("The caption of the button."))
    }

    @Test func `design tokens are drawn with SVG attributes`() throws {
        let console = try TestConsole()

        let colors = try console.get("/schemas/entity?id=%2Fenums%2FColor", as: "ana").text
        #expect(colors.contains("fill=\"#dc1a12\""))
        let spacings = try console.get("/schemas/entity?id=%2Fenums%2FSpacing", as: "ana").text
        #expect(spacings.contains("<rect width=\"2\" height=\"16\"/>"))
        let styles = try console.get("/schemas/entity?id=%2Fenums%2FTypography", as: "ana").text
        #expect(styles.contains("font-size=\"30\" font-weight=\"700\""))
    }

    @Test func `the address of an example's preview needs no session and cannot be changed`() throws {
        let console = try TestConsole()
        let frames = frames(try console.get(Self.button, as: "ana"))

        #expect(frames.count == 4)
        for frame in frames { #expect(try console.get(frame).status == .ok) }
        let first = try #require(frames.first)
        for other in [
            first.replacing("/accent", with: "/plain"), first.replacing("ButtonView", with: "TextView"),
            first.replacing("/examples/1/", with: "/examples/2/"),
        ] {
            #expect(other != first)
            #expect(try console.get(other).status == .gone)
        }
    }

    @Test func `the page of an entity links to the live features whose documents contain it`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let text = "/schemas/entity?id=%2Fcomponents%2FTextView"
        func uses(_ path: String) throws -> Bool {
            try console.get(path, as: "ana").text.contains("href=\"/features/home.offers\"")
        }
        #expect(try !uses(text))

        try console.publish("home.offers", revision: 1, from: "9.0")

        #expect(try uses(text))
        #expect(try uses("/schemas/entity?id=%2Fenums%2FColor"))
        #expect(try uses("/schemas/entity?id=%2Fwidgets%2FSDUIWidget"))
        #expect(try !uses(Self.button))
    }

    @Test func `beyond the limit of documents the list of uses is incomplete and marked so`() throws {
        let console = try TestConsole()
        for name in ["a", "b"] {
            try console.feature(name, SampleTexts.screen)
            try console.publish(name, revision: 1, from: "9.0")
        }
        let current = try #require(try console.stores.schemaReleases.currentRepository())

        let used = try LiveUses(stores: console.stores, limit: 1).uses(
            of: "/components/TextView", in: current.repository, schemaRelease: current.release.number)

        #expect(used.uses.map(\.feature) == ["a"])
        #expect(!used.isComplete)
    }

    @Test func `uses are listed under the right feature after a former name went to another feature`() throws {
        let console = try TestConsole()
        let current = try #require(try console.stores.schemaReleases.currentRepository())
        let uses = LiveUses(stores: console.stores)
        func features(_ id: String) throws -> [String] {
            try uses.uses(of: id, in: current.repository, schemaRelease: current.release.number).uses.map(\.feature)
        }
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        #expect(try features("/components/TextView") == ["home.offers"])

        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        _ = try console.stores.releases.rename(rename, by: .operator)
        try console.feature("home.offers", SampleTexts.wideButton)
        try console.publish("home.offers", revision: 1, from: "9.0")

        #expect(try features("/components/TextView") == ["home.deals"])
        #expect(try features("/components/ButtonView") == ["home.offers"])
    }

    @Test func `versions are shown once if they are equal, and unsupported platforms are listed`() throws {
        let platforms = [Platform(name: "ios", title: "iOS"), Platform(name: "web", title: "Web")]
        func support(_ text: String) throws -> SupportSummary {
            SupportSummary(try JSONDocument(parsing: text).root, platforms: platforms)
        }

        #expect(try support(#"{"x-since": {"ios": "3.4", "web": "3.4"}}"#).since == "3.4")
        #expect(try support(#"{"x-since": {"ios": "3.4", "web": "5"}}"#).since == "3.4 on iOS; 5 on Web")
        #expect(try support("{}").notes.isEmpty)
        #expect(try support(#"{"x-since": {"ios": "3.4"}}"#).notes.map(\.text) == ["Web: Not supported"])
        #expect(try support(#"{"x-since": {}}"#).notes.map(\.text) == ["Planned; no client supports it yet"])
        #expect(
            try support(
                #"{"x-unsupported": {"web": "No camera"}, "x-removed": {"ios": "7"}, "x-deprecated": {"ios": {"since": "6", "use": "B"}}}"#
            ).notes.map(\.text) == ["iOS: Removed in 7. Deprecated since 6. Use B", "Web: Not supported. No camera"])
    }

    @Test func `every entity of the starter repository has a page in every language`() throws {
        let console = try TestConsole()
        let repository = try #require(try console.stores.schemaReleases.currentRepository()).repository

        for entity in repository.entities {
            for language in Language.all(in: entity.document.root) {
                let page = try console.get(Paths.schema(entity.id, language: language), as: "ana")
                #expect(page.status == .ok)
                #expect(frames(page).count == entity.examples.count)
            }
        }
    }
}

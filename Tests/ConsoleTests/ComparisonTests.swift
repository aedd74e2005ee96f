import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Preview
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import Console

@Suite("Comparing texts") struct ComparisonTests {
    private static let path = "/features/home.offers/comparison"

    /// Returns a console with two revisions, of which the first is live on iOS from 5.2.
    private func console() throws -> TestConsole {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "5.2")
        return console
    }

    @Test func `by default the live revision is compared with the newest, by structure, line and preview`() throws {
        let page = try console().get(Self.path, as: "rui").text

        #expect(page.contains("Live, iOS from 5.2: revision 1"))
        #expect(page.contains("1 changed"))
        #expect(page.contains("<code class=\"ltr\">/widgets/<wbr>0/<wbr>content/<wbr>text/<wbr>value</code>"))
        #expect(page.contains("<del>day</del>") && page.contains("<ins>evening</ins>"))
        #expect(page.contains("src=\"/previews/revisions/home.offers/1?"))
        #expect(page.contains("src=\"/previews/revisions/home.offers/2?"))
        #expect(page.contains("<td colspan=\"4\">2 equal lines</td>"))
        #expect(page.contains("Changed elements are outlined in the previews."))
        let same = try console().get(Self.path + "?a=1&b=live", as: "rui").text
        #expect(!same.contains("outlined"))
    }

    @Test(arguments: [
        ("a=1&b=2", "Revision 1", "Revision 2"), ("a=newest&b=release-1", "Revision 2", "After release 1, iOS"),
        ("a=1&b=live&platform=ios&version=6.0", "Revision 1", "Live, iOS from 5.2: revision 1"),
        ("a=1&b=time&b_time=2999-01-01T00:00", "Revision 1", "2999-01-01 00:00:00 UTC, iOS"),
        ("a=1&b=newest&other=home.list", "Revision 1", "Revision 1"),
    ])
    func `revisions, live states, releases, moments and other features can be compared`(
        query: String, old: String, new: String
    ) throws {
        let console = try console()
        try console.feature("home.list", SampleTexts.misspelt)

        let page = try console.get("\(Self.path)?\(query)", as: "ana")

        #expect(page.status == .ok)
        let titles = page.text.matches(of: /<h3><a href="[^"]*">([^<]*)</).map { String($0.1) }
        #expect(titles.count == 2)
        #expect(titles.first?.hasPrefix(old) == true && titles.last?.hasPrefix(new) == true)
    }

    @Test(arguments: [
        ("a=1&b=99", "has no revision 99"), ("a=abc", "There is no text “abc”."), ("a=1&b=0", "There is no text “0”."),
        ("a=time&a_time=&b=1", "Enter a date and a time."), ("b=release-x", "There is no text “release-x”."),
        ("a=live&b=1&platform=ios&version=1.0", "no rule of home.offers"),
        ("a=1&b=release-0", "home.offers was not live"),
        ("a=1&b=1&other=no.such", "There is no feature no.such"),
        ("a=1&b=text-0123", "unsaved text is no longer"),
        ("a=time&a_time=2001-01-01T00:00", "home.offers was not live"),
    ])
    func `a comparison with a missing text is answered with 404 and the reason`(query: String, sentence: String) throws
    {
        let page = try console().get("\(Self.path)?\(query)", as: "ana")

        #expect(page.status == .notFound)
        #expect(page.text.contains(sentence))
        #expect(page.text.contains("name=\"a\"") && !page.text.contains("<h3>"))
    }

    @Test(arguments: ["2,5", "2.x", "v2", "-1"])
    func `a text that is not a client version is reported and not taken for the newest`(version: String) throws {
        let query = "a=live&b=2&platform=ios&version=\(version)"
        let page = try console().get("\(Self.path)?\(query)", as: "ana")

        #expect(page.status == .notFound)
        #expect(page.text.contains("\(version) is not a client version."))
        #expect(page.text.contains("value=\"\(version)\"") && !page.text.contains("<h3>"))
    }

    @Test func `a client version with a control character is reported and not ignored`() throws {
        for query in ["a=live&b=2&platform=ios", "a=1&b=2"] {
            let page = try console().get("\(Self.path)?\(query)&version=%1b%5B31m", as: "ana")

            #expect(page.status == .notFound, "\(query)")
            #expect(page.text.contains("[31m is not a client version.") && !page.text.contains("<h3>"), "\(query)")
        }
    }

    @Test(arguments: ["a=1&b=2&platform=abc", "a=live&b=2&platform=abc", "a=live&b=2&platform=abc&version=6.0"])
    func `a platform that does not exist is reported`(query: String) throws {
        let page = try console().get("\(Self.path)?\(query)", as: "ana")

        #expect(page.status == .notFound)
        #expect(page.text.contains("There is no platform “abc”. Choose one from the menu."))
        #expect(!page.text.contains("<h3>") && !page.text.contains("no rule of home.offers"))
    }

    @Test func `spaces around a platform and a client version are ignored`() throws {
        let page = try console().get("\(Self.path)?a=live&b=2&platform=ios%20&version=%206.0%20", as: "ana")

        #expect(page.status == .ok)
        #expect(page.text.contains("value=\"6.0\""))
    }

    @Test func `the title of a live revision says what share of the clients gets it`() throws {
        let console = try console()
        let publish = PublishRequest(
            feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("6.0"), percent: 1)
        guard case .released = try console.stores.releases.publish(publish, by: .operator) else { throw NotReleased() }

        let page = try console.get(Self.path + "?a=live&b=release-1", as: "ana").text
        #expect(page.contains("Live, iOS from 5.2: revision 1 for 99 %<"))
        #expect(page.contains("After release 1, iOS from 5.2: revision 1<"))
        let older = try console.get(Self.path + "?a=live&b=2&platform=ios&version=5.5", as: "ana").text
        #expect(older.contains("Live, iOS from 5.2: revision 1<"))
    }

    @Test(arguments: ["b=99", "b=abc"])
    func `a text that does not exist is not in the menu of texts`(query: String) throws {
        let page = try console().get("\(Self.path)?\(query)", as: "ana").text

        let chosen = page.matches(of: /<option value="([^"]*)" selected>/).map { String($0.1) }
        #expect(chosen.prefix(2) == ["live", "newest"])
        #expect(!page.contains("<option value=\"99\"") && !page.contains("<option value=\"abc\""))
    }

    @Test func `the menu keeps a revision number that only the other of the compared features has`() throws {
        let console = try console()
        try console.feature("home.list", SampleTexts.screen, SampleTexts.other, SampleTexts.misspelt)

        let page = try console.get("\(Self.path)?a=1&b=3&other=home.list", as: "ana")
        #expect(page.status == .ok && page.text.contains("<option value=\"3\" selected>Revision 3<"))
    }

    private struct NotReleased: Error {}

    @Test func `without a live revision the page asks for two texts`() throws {
        let console = try console()
        let back = RollbackRequest(feature: "home.offers", toRelease: 0, reason: "Wrong")
        guard case .released = try console.stores.releases.rollback(back, by: .operator) else { throw NotReleased() }

        let page = try console.get(Self.path, as: "ana")
        #expect(page.status == .ok)
        #expect(page.text.contains("home.offers is not live now. Choose two texts above"))
        #expect(page.text.contains("After release 1") && !page.text.contains("<h3>"))
        #expect(try console.get(Self.path + "?a=1&b=release-1", as: "ana").text.contains("After release 1, iOS"))
        let chosen = try console.get(Self.path + "?a=live&b=2", as: "ana")
        #expect(chosen.status == .notFound)
        #expect(chosen.text.contains("home.offers is not live.") && !chosen.text.contains("Choose two texts"))

        try console.feature("home.empty")
        let empty = try console.get("/features/home.empty/comparison", as: "ana")
        #expect(empty.status == .ok)
        #expect(empty.text.contains("home.empty has no revision yet. Save one in the editor"))
    }

    /// Publishes revision 2 on Android, and then switches the platforms off; nil means all platforms.
    private func switchOff(_ platforms: [String?], in console: TestConsole) throws {
        let android = PublishRequest(
            feature: "home.offers", revision: 2, platform: "android", from: try ClientVersion("9.0"))
        guard case .released = try console.stores.releases.publish(android, by: .operator) else { throw NotReleased() }
        for platform in platforms {
            let off = SwitchRequest(feature: "home.offers", platform: platform, reason: "Wrong")
            guard case .released = try console.stores.releases.switchOff(off, by: .operator) else {
                throw NotReleased()
            }
        }
    }

    @Test(arguments: ["live", "release-3", "2999-01-01T00:00"])
    func `rules of a switched-off platform are not compared`(point: String) throws {
        let console = try console()
        try switchOff(["ios"], in: console)

        let page = try console.get(Self.path + "?a=1&b=\(point)", as: "ana")
        #expect(page.status == .ok && page.text.contains("Android from 9.0: revision 2"))
        let off = try console.get(Self.path + "?a=1&b=\(point)&platform=ios", as: "ana")
        #expect(off.status == .notFound)
        #expect(off.text.contains(": home.offers is switched off on iOS."))
    }

    @Test func `a feature that is switched off everywhere has no live text to compare`() throws {
        let console = try console()
        try switchOff([nil], in: console)

        let page = try console.get(Self.path + "?a=live&b=2", as: "ana")
        #expect(page.status == .notFound && page.text.contains("home.offers is not live."))
        #expect(try console.get(Self.path + "?a=2&b=release-3", as: "ana").status == .notFound)
        #expect(
            try !console.get("/features/home.offers/revisions/2", as: "ana").text.contains("/comparison?a=live"))
    }

    @Test func `white space, member order and the notation of values are ignored on request`() throws {
        let console = try console()
        let text = String(
            decoding: try JSONDocument(parsing: SampleTexts.screen).root.minified(), as: UTF8.self
        ).replacing("{\"type\":\"Screen\",\"title\":\"Offers\",", with: "{\"title\":\"Offers\",\"type\":\"Screen\",")
        try console.feature("other.form", text)

        let query = "a=1&b=1&other=other.form"
        let written = try console.get("\(Self.path)?\(query)", as: "ana").text
        let meant = try console.get("\(Self.path)?\(query)&ignore=1", as: "ana").text

        #expect(written.contains("1 moved"))
        #expect(meant.contains("The texts differ only in how they are written."))
        #expect(meant.contains("The lines are the same."))
    }

    @Test func `an unsaved text is compared for its author only`() throws {
        let console = try console()

        let answer = try console.post(
            "/features/home.offers/texts/comparisons", as: "ana",
            [("text", SampleTexts.other.replacing("Offers", with: "Deals")), ("parent", "2"), ("started", "2")])
        let address = try #require(answer.location)
        let mine = try console.get(address, as: "ana")
        let theirs = try console.get(address, as: "rui")

        #expect(mine.text.contains("Your unsaved text"))
        #expect(mine.text.contains("<ins>Deals</ins>"))
        #expect(theirs.status == .notFound)
        #expect(!theirs.text.contains("Deals"))
    }

    @Test func `both previews outline the changed elements`() throws {
        let console = try console()
        let page = try console.get("\(Self.path)?a=1&b=2", as: "ana").text
        let frames = page.matches(of: /src="(\/previews[^"]*)"/).map { $0.1.replacing("&amp;", with: "&") }
        #expect(frames.count == 2)

        for frame in frames {
            let preview = try console.get(String(frame))
            #expect(preview.status == .ok)
            // The changed value is not drawn as an element, but the text that contains it is.
            #expect(preview.text.contains("[data-pointer=\"/widgets/0/content/text\"]{outline"))
        }
    }

    @Test func `pointers to outline may contain HTML and CSS syntax, and texts that are not pointers are dropped`() {
        let options = PreviewOptions(query: ["mark": "/a</style><script>\n/b\"]{}*{\nno pointer"])

        #expect(options.marks.count == 2)
        #expect(
            PreviewOptions(query: Dictionary(uniqueKeysWithValues: options.queryItems.map { ($0.name, $0.value) }))
                == options)
    }

    @Test func `texts that are not JSON are compared line by line`() throws {
        let console = try console()
        try console.feature("other.form", "{\n\"title\": ")

        let page = try console.get("\(Self.path)?a=1&b=1&other=other.form", as: "ana").text

        #expect(page.contains("so only their lines are compared"))
        #expect(page.contains("class=\"text-comparison\""))
        // Beside a line of only one text, the other text has empty data cells; an empty header cell would name the row.
        #expect(page.contains("<td></td><td></td>") && !page.contains("<th></th>"))
    }

    @Test(arguments: [
        "", "0", "-1", "release-", "release-x", "2026-13-01T00:00", "now",
        CaseText("text-" + String(repeating: "a", count: 200)),
    ])
    func `an invalid point of comparison in an address is refused`(point: CaseText) {
        #expect(ComparisonPoint(point.text) == nil)
    }

    @Test(arguments: [
        "live", "newest", "7", "release-3", "2026-11-20T10:00", "2026-11-20T10:00:05", "2026-11-20T10:00:05.123456",
        "text-ab12",
    ])
    func `a valid point of comparison is read`(text: String) {
        #expect(ComparisonPoint(text)?.value == text)
    }
}

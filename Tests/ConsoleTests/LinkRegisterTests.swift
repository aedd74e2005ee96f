import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Preview links, device tokens, nodes and statistics in the console") struct LinkRegisterTests {
    @Test func `a withdrawn link is answered with 410 and listed as withdrawn`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let made = try console.post("/features/home.offers/revisions/1/links", as: "ana", [("validity", "hour")])
        let shown = try console.get(try #require(made.location), as: "ana").text
        let found = try #require(shown.firstMatch(of: /id="link" value="http:\/\/127.0.0.1:8080([^"]*)"/))
        let address = String(found.output.1).replacing("&amp;", with: "&")
        #expect(try console.get(address).status == .ok)

        let page = try console.get("/features/home.offers/links", as: "rui")
        #expect(page.text.contains("Preview link 1") && page.text.contains("Revision 1"))
        let withdrawal = "/features/home.offers/links/1/withdrawals"
        #expect(!page.text.contains(withdrawal))
        #expect(try console.post(withdrawal, as: "rui").status == .forbidden)
        #expect(try console.get("/features/home.offers/links", as: "ana").text.contains(withdrawal))
        #expect(try console.post(withdrawal, as: "ana").notice == "link-withdrawn")
        let ended = try console.get(address)
        #expect(ended.status == .gone && ended.text.contains("This link was withdrawn"))
        #expect(try console.get("/features/home.offers/links", as: "ana").text.contains("Withdrawn"))
        #expect(try console.post("/features/home.offers/links/9/withdrawals", as: "ana").status == .notFound)
    }

    @Test func `a link shows its renamed feature, even if another feature got the former name`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let made = try console.post("/features/home.offers/revisions/1/links", as: "ana", [("validity", "hour")])
        let shown = try console.get(try #require(made.location), as: "ana").text
        let found = try #require(shown.firstMatch(of: /id="link" value="http:\/\/127.0.0.1:8080([^"]*)"/))
        let address = String(found.output.1).replacing("&amp;", with: "&")
        let before = try console.get(address)
        #expect(before.status == .ok && before.text.contains("Offers"))

        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        _ = try console.stores.releases.rename(rename, by: .operator)
        #expect(try console.get(address).status == .ok)
        let secret = SampleTexts.screen.replacing("\"Offers\"", with: "\"Secret\"")
        try console.feature("home.offers", secret)
        let after = try console.get(address)
        #expect(after.status == .ok && after.text.contains("Offers") && !after.text.contains("Secret"))
    }

    @Test func `a device token is not listed as valid while its author's account is disabled`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let (links, accounts) = (console.stores.links, console.stores.accounts)
        let rui = try #require(try accounts.list().first { $0.name == "rui" }).actor
        // In ten years, so that the links are valid by the console's fixed clock and by the database's clock.
        let end = Date(timeIntervalSinceNow: 10 * 365 * 86_400)
        let made = try #require(try links.addDevice(for: "home.offers", revision: 1, until: end, by: rui))
        _ = try accounts.disable("rui", by: .operator)
        #expect(try links.content(of: made.token) == nil)

        let path = "/features/home.offers/links"
        let disabled = try console.get(path, as: "ana").text
        #expect(disabled.contains(">Author disabled<") && !disabled.contains(">Valid<"))
        #expect(disabled.contains("\(path)/\(made.link.id)/withdrawals"))
        let listed = try TestProgram(console, [.read]).send(.get, "/links").json["links"]
        #expect(listed?[0]?["state"]?.string == "author-disabled")
        // The author's preview links still work.
        _ = try links.addPreview(of: "home.offers", revision: 1, until: end, by: rui)
        #expect(try console.get(path, as: "ana").text.contains(">Valid<"))

        _ = try accounts.enable("rui", by: .operator)
        #expect(try links.content(of: made.token)?.revision == 1)
        #expect(try !console.get(path, as: "ana").text.contains(">Author disabled<"))
    }

    @Test func `the list of links has further pages`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let end = Date.now.addingTimeInterval(3_600)
        for _ in 0..<101 {
            _ = try console.stores.links.addDevice(for: "home.offers", revision: 1, until: end, by: .operator)
        }
        let newest = try console.get("/features/home.offers/links", as: "ana").text
        #expect(newest.contains("Test device 101<") && !newest.contains("Test device 1<"))
        let older = "/features/home.offers/links?before=2"
        #expect(newest.contains(older))
        let last = try console.get(older, as: "ana").text
        #expect(last.contains("Test device 1<") && !last.contains(">Older<"))
    }

    @Test func `the address for a test device is shown once, with a QR code`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let made = try console.post(
            "/features/home.offers/devices", as: "rui", [("revision", "1"), ("validity", "day")])
        #expect(made.status == .ok && made.text.contains("<svg viewBox=\"0 0 "))
        #expect(made.text.contains("/v1/devices/device_"))
        let again = try console.get("/features/home.offers/links", as: "rui").text
        #expect(again.contains("Test device 1") && !again.contains("/v1/devices/device_"))
        for revision in ["7", "x"] {
            let refused = try console.post("/features/home.offers/devices", as: "rui", [("revision", revision)])
            #expect(refused.status == .notFound, "\(revision)")
        }
    }

    @Test func `the system page lists the nodes, and publishing is refused while a node differs from its release`()
        throws
    {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        #expect(try console.get("/system", as: "ana").text.contains("No node has reported yet."))
        try console.publish("home.offers", revision: 1, from: "1.0")
        try console.stores.nodes.report("host read :8081", serving: 1, digest: .empty)
        let page = try console.get("/system", as: "ana").text
        #expect(page.contains("host read :8081") && page.contains("Differs from its release"))
        #expect(page.contains("0 releases behind"))
        let look = try console.get(
            "/features/home.offers/releases/new?revision=1&platform=ios&from-ios=2.0", as: "rui")
        #expect(look.status == .unprocessableContent && look.text.contains("host read :8081"))
    }

    @Test func `the publish page shows the share of changed fetches, and a large share requires the feature's name`()
        throws
    {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "1.0")
        try console.stores.readStatistics.add([
            ReadCount(
                feature: "home.offers", platform: "ios", version: try .init("9.0"), revision: 1, fetches: 75),
            ReadCount(
                feature: "home.offers", platform: "ios", version: try .init("1.0"), revision: 1, fetches: 25),
            ReadCount(feature: "home.offers", platform: "ios", version: try .init("0.9"), revision: 0, fetches: 2),
        ])
        let feature = try console.get("/features/home.offers", as: "ana").text
        #expect(feature.contains("Fetches of the last 7 days") && feature.contains("Requests that no rule matched"))
        // Requests that no rule matched do not count as fetches, as in the sentence on the publish page.
        #expect(feature.contains("100 % of iOS fetches") && feature.contains("2 requests"))

        let href = "/features/home.offers/releases/new?revision=2&platform=ios&from-ios=5.0"
        let look = try console.get(href, as: "rui")
        let reach = "Of the fetches that got a document in the last 7 days, about 75 would get another answer: 75 %"
        #expect(look.text.contains(reach))
        #expect(look.text.contains("name=\"confirmation\""))
        let fields = [("revision", "2"), ("platform", "ios"), ("from-ios", "5.0"), ("reason", "Wrong price")]
        let confirm = try #require(look.confirmHref)
        let refused = try console.post(confirm, as: "rui", fields)
        #expect(refused.status == .unprocessableContent && refused.text.contains("id=\"confirmation-problem\""))
        #expect(try console.stores.releases.newest() == 1)
        let done = try console.post(
            try #require(refused.confirmHref), as: "rui", fields + [("confirmation", "home.offers")])
        #expect(done.status == .seeOther)
        let back = try console.get("/features/home.offers/rollbacks/new?to=1", as: "rui").text
        #expect(back.contains("would get another answer"))
    }

    @Test func `the sentences about changed fetches say that they leave out requests that no rule matched`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "5.0")
        // The clients of version 4.0 get 404 now and would get revision 2.
        let href = "/features/home.offers/releases/new?revision=2&platform=ios&from-ios=3.0&until-ios=5.0"
        let unmatched = ReadCount(
            feature: "home.offers", platform: "ios", version: try .init("4.0"), revision: 0, fetches: 20)
        try console.stores.readStatistics.add([unmatched])
        let without = try console.get(href, as: "rui").text
        #expect(without.contains("No fetch got a document in the last 7 days. Requests that no rule matched are not"))

        let matched = ReadCount(
            feature: "home.offers", platform: "ios", version: try .init("9.0"), revision: 1, fetches: 75)
        try console.stores.readStatistics.add([matched])
        let sentence = "None of the fetches that got a document in the last 7 days would get another answer."
        #expect(try console.get(href, as: "rui").text.contains(sentence))
    }

    @Test func `a revision is listed as not fetched only if it was live during the whole period`() {
        let rules = LiveTable.sample.rules
        let statistics = ReadStatisticsAnswer(of: "home.offers", days: 7, counts: [], ofAll: 0, live: rules)
        let day: TimeInterval = 86_400
        // Each revision of the sample has been live since the release with the same number.
        let times = [1: TestConsole.now - 8 * day, 2: TestConsole.now - 6 * day, 3: TestConsole.now - 7 * day]
        #expect(statistics.notFetched == [1, 2, 3])
        #expect(ReadsView.silent(statistics, rules: rules, times: times, now: TestConsole.now) == [1, 3])
        #expect(ReadsView(statistics, silent: [], platforms: []) == nil)
    }

    @Test func `programs read nodes and statistics, and create and withdraw device tokens`() throws {
        let home = try TestConsole()
        try home.feature("home.offers", SampleTexts.screen)
        try home.publish("home.offers", revision: 1, from: "1.0")
        try home.stores.nodes.report("n", serving: 1, digest: .empty)
        try home.stores.readStatistics.add([
            ReadCount(
                feature: "home.offers", platform: "ios", version: try .init("9.0"), revision: 1, fetches: 7)
        ])
        let program = try TestProgram(home, [.edit])
        #expect(try program.send(.get, "/nodes").json["nodes"]?[0]?["standing"]?.string == "drifted")
        let counts = try program.send(.get, "/features/home.offers/statistics?days=2").json
        #expect(counts["fetches"]?.integer == 7 && counts["counts"]?[0]?["version"]?.string == "9.0")
        #expect(try program.send(.get, "/features/home.offers/statistics?days=0").status == .badRequest)
        let made = try program.send(
            .post, "/devices", #"{"feature":"home.offers","revision":1,"minutes":5}"#)
        #expect(made.status == .created)
        let token = try made.json["token"]?.string ?? ""
        #expect(try home.stores.links.content(of: token)?.revision == 1)
        for (body, type) in [
            (#"{"feature":"home.offers","revision":5}"#, "revision-not-found"),
            (#"{"feature":"nowhere","revision":5}"#, "feature-not-found"),
            (#"{"feature":"nowhere"}"#, "feature-not-found"),
        ] {
            let refused = try program.send(.post, "/devices", body)
            #expect(refused.status == .notFound)
            #expect(try refused.json["type"]?.string == "/problems/\(type)", "\(body)")
        }
        #expect(try program.send(.get, "/links?feature=home.offers").json["links"]?.count == 1)
        #expect(try program.send(.post, "/links/1/withdrawals").json["state"]?.string == "withdrawn")
        #expect(try program.send(.post, "/links/1/withdrawals").status == .ok)
        #expect(try program.send(.post, "/links/9/withdrawals").status == .notFound)
        #expect(try home.stores.links.content(of: token) == nil)
        let reader = try TestProgram(home, [.read])
        #expect(try reader.send(.post, "/links/1/withdrawals").status == .forbidden)
    }
}

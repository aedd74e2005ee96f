import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Rolling back releases in the console") struct WideRollbackTests {
    private let console: TestConsole

    init() throws {
        console = try TestConsole()
        for name in ["home.banner", "home.offers"] {
            try console.feature(name, SampleTexts.screen, SampleTexts.other)
            try console.publish(name, revision: 1, from: "9.0")
        }
        let rules = try ["home.banner", "home.offers"].map {
            RuleRequest(feature: $0, revision: 2, platform: "ios", from: try ClientVersion("9.0"))
        }
        guard case .released = try console.stores.releases.publish(PublishRequest(rules), by: .operator) else {
            throw NotReleased()
        }
    }

    private struct NotReleased: Error {}

    private func revision(of feature: String) throws -> Int? {
        let resolution = try console.stores.releases.resolve(
            feature: feature, platform: "ios", clientVersion: try ClientVersion("9.5"))
        guard case .edition(_, let rule, _) = resolution else { return nil }
        return rule.revision
    }

    @Test func `a release of several features is rolled back once, after its differences were shown`() throws {
        let list = try console.get("/releases", as: "rui").text
        #expect(list.contains("/rollbacks/new?release=3"))
        #expect(try !console.get("/releases", as: "ana").text.contains("/rollbacks/new"))

        let look = try console.get("/rollbacks/new?release=3", as: "rui")
        #expect(look.text.contains("home.banner") && look.text.contains("home.offers"))
        #expect(look.text.contains("Roll back, as release 4"))
        let fields = ["release", "since", "expected", "key"].map { ($0, look.field($0) ?? "") }
        #expect(try console.post("/rollbacks", as: "rui", fields).notice == "rolled-back-widely.4")
        #expect(try console.post("/rollbacks", as: "rui", fields).notice == "rolled-back-widely.4")
        #expect(try revision(of: "home.banner") == 1)
        #expect(try revision(of: "home.offers") == 1)

        let again = try console.get("/rollbacks/new?release=3", as: "rui")
        #expect(again.status == .unprocessableContent)
        #expect(again.text.contains("Every client already gets what the rollback would restore"))
        let other = try console.post(
            "/rollbacks", as: "rui", fields.filter { $0.0 != "key" && $0.0 != "expected" } + [("expected", "4")])
        #expect(other.status == .unprocessableContent)
        #expect(other.text.contains("Every client already gets what the rollback would restore"))
        #expect(try console.stores.releases.newest() == 4)
    }

    @Test func `a second use of a rollback page with another release is refused`() throws {
        let look = try console.get("/rollbacks/new?release=3", as: "rui")
        let sent = ["since", "expected", "key"].map { ($0, look.field($0) ?? "") }
        #expect(try console.post("/rollbacks", as: "rui", sent + [("release", "3")]).notice == "rolled-back-widely.4")

        let other = try console.post("/rollbacks", as: "rui", sent + [("release", "2")])

        #expect(other.status == .conflict)
        #expect(other.text.contains("already used for release 4") && other.text.contains("Nothing was changed."))
        #expect(other.text.contains("href=\"/rollbacks/new?release=2\">Start again"))
        #expect(try console.stores.releases.newest() == 4)
    }

    @Test func `releases since a moment are rolled back, and a stale page is a conflict`() throws {
        #expect(try console.get("/rollbacks/new", as: "rui").text.contains("name=\"since\""))
        #expect(try console.get("/rollbacks/new?since=soon", as: "rui").status == .unprocessableContent)
        let look = try console.get("/rollbacks/new?since=2001-01-01T00:00", as: "rui")
        #expect(look.text.contains("Roll back, as release 4"))
        try console.publish("home.offers", revision: 1, from: "10.0")
        let fields = ["release", "since", "expected", "key"].map { ($0, look.field($0) ?? "") }

        let stale = try console.post("/rollbacks", as: "rui", fields)

        #expect(stale.status == .conflict)
        let renewed = ["release", "since", "expected", "key"].map { ($0, stale.field($0) ?? "") }
        #expect(try console.post("/rollbacks", as: "rui", renewed).notice == "rolled-back-widely.5")
        #expect(try revision(of: "home.offers") == nil)
        for release in ["77", "0", "abc", "-1", "12345678901234567890"] {
            let answer = try console.get("/rollbacks/new?release=\(release)", as: "rui")
            #expect(answer.status == .notFound && answer.text.contains("Choose a release"), "\(release)")
            let sent = try console.post("/rollbacks", as: "rui", [("release", release), ("expected", "1")])
            #expect(sent.status == .notFound, "\(release)")
        }
    }

    @Test func `a rename cannot be rolled back, and the refusal says how to rename back`() throws {
        let renaming = RenameRequest(feature: "home.offers", name: "home.deals")
        guard case .renamed(_, release: 4) = try console.stores.releases.rename(renaming, by: .operator) else {
            throw NotReleased()
        }

        let list = try console.get("/releases", as: "rui").text
        #expect(list.contains("id=\"release-4\"") && !list.contains("/rollbacks/new?release=4"))
        #expect(list.contains("/rollbacks/new?release=3"))
        let feature = try console.get("/features/home.deals", as: "rui").text
        #expect(feature.contains("rollbacks/new?to=2\"") && !feature.contains("rollbacks/new?to=3\""))
        let form = try console.get("/features/home.deals/rollbacks/new", as: "rui").text
        #expect(form.contains("Roll back to release 2"))

        let sentence = "rename the feature back in its settings"
        let look = try console.get("/rollbacks/new?release=4", as: "rui")
        #expect(look.status == .unprocessableContent && look.text.contains(sentence))
        let done = try console.post("/rollbacks", as: "rui", [("release", "4"), ("expected", "4")])
        #expect(done.status == .unprocessableContent && done.text.contains(sentence))
        #expect(try console.get("/features/home.deals/rollbacks/new?to=3", as: "rui").text.contains(sentence))
        let program = try TestProgram(console, [.publish], as: "rui")
        let refused = try program.send(.post, "/rollbacks", #"{"release":4}"#)
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.json["detail"]?.string?.contains(sentence) == true)
        #expect(try refused.json["problems"]?[0]?["code"]?.string == "changes-no-rules")
        #expect(try console.stores.releases.newest() == 4)
    }

    @Test func `pages link to a comparison only if both texts exist`() throws {
        let path = "/features/home.offers"
        func links(_ page: String) throws -> [String] {
            try console.get(path + page, as: "rui").text.matches(of: /href="([^"]*\/comparison\?[^"]*)"/).map {
                String($0.1).replacing("&amp;", with: "&")
            }
        }
        let plan = "/releases/new?revision=1&platform=ios&from=9.5&until=&reason=x"
        let pages = ["/revisions/2", plan, "/rollbacks/new?to=2"]
        for page in pages {
            let found = try links(page)
            #expect(found.count == 1, "\(page)")
            for link in found { #expect(try console.get(link, as: "rui").status == .ok, "\(link)") }
        }
        #expect(try links("/rollbacks/new?to=0").isEmpty)

        // After a rollback to the state before the first release, nothing is live.
        let back = RollbackRequest(feature: "home.offers", toRelease: 0, reason: "x")
        guard case .released = try console.stores.releases.rollback(back, by: .operator) else { throw NotReleased() }
        for page in pages { #expect(try links(page).isEmpty, "\(page)") }
        try console.feature("home.draft", SampleTexts.screen)
        #expect(try !console.get("/features/home.draft/revisions/1", as: "rui").text.contains("/comparison?"))
    }

    @Test func `a rollback of many features shows and checks only the first ones and names the others`() throws {
        let names = (1...205).map { "many.feature-\($0 + 100)" }
        for name in names { try console.feature(name, SampleTexts.screen) }
        let rules = try names.map {
            RuleRequest(feature: $0, revision: 1, platform: "ios", from: try ClientVersion("9.0"))
        }
        for start in stride(from: 0, to: rules.count, by: 20) {
            let part = PublishRequest(Array(rules[start..<min(start + 20, rules.count)]))
            guard case .released = try console.stores.releases.publish(part, by: .operator) else { throw NotReleased() }
        }

        let look = try console.get("/rollbacks/new?since=2001-01-01T00:00", as: "rui").text

        #expect(look.components(separatedBy: "<section class=\"panel\"><h2>").count - 1 == WideRollbackPage.limit)
        #expect(look.contains("107 more features"))
        #expect(look.contains("many.feature-305"))
        #expect(look.contains("Only the first 200 features were checked"))
    }
}

import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Switching off and on") struct SwitchTests {
    private let console: TestConsole

    init() throws {
        console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
    }

    private func send(_ kind: String, _ fields: [(String, String)]) throws -> Response {
        let form = try console.get("/features/home.offers/\(kind)/new", as: "rui")
        return try console.post(
            "/features/home.offers/\(kind)", as: "rui",
            [("expected", form.field("expected") ?? ""), ("key", form.field("key") ?? ""), ("reason", "Crashes")]
                + fields)
    }

    @Test func `pages do not show a feature that is switched off everywhere as live`() throws {
        #expect(
            try console.get("/features/home.offers", as: "ana").text.contains("<span class=\"badge live\">Live</span>"))

        _ = try send("switch-offs", [("platform", ""), ("confirmation", "home.offers")])

        for path in ["/features/home.offers", "/features/home.offers/revisions", "/features/home.offers/revisions/1"] {
            #expect(try !console.get(path, as: "ana").text.contains(">Live</span>"), "\(path)")
        }
        #expect(try console.get("/features/home.offers", as: "ana").text.contains("badge bad\">Switched off<"))
        #expect(try console.get("/features", as: "ana").text.contains("Switched off"))
    }

    @Test func `switching an archived feature off or on is refused with the reason`() throws {
        _ = try send("switch-offs", [("platform", ""), ("confirmation", "home.offers")])
        #expect(
            try console.stores.features.archive("home.offers", reason: "", by: .operator) == .done)
        for path in ["switch-offs/new", "switch-ons/new"] {
            let page = try console.get("/features/home.offers/\(path)", as: "rui")
            #expect(page.status.kind == .clientError, "\(path)")
            #expect(page.text.contains("archived"), "\(path)")
        }
        let fields = [("expected", "2"), ("key", "k"), ("reason", "Crashes"), ("platform", "")]
        #expect(try console.post("/features/home.offers/switch-offs", as: "rui", fields).status == .conflict)
        #expect(try console.post("/features/home.offers/switch-ons", as: "rui", fields).status.kind == .clientError)
        #expect(try console.stores.releases.newest() == 2)
    }

    @Test func `the page of a partly switched-off feature names the platform`() throws {
        _ = try send("switch-offs", [("platform", "web")])

        let page = try console.get("/features/home.offers", as: "ana").text

        #expect(page.contains("badge bad\">Switched off on Web<"))
        #expect(
            try console.get("/features", as: "ana").text.contains(
                "<span>Web</span> <span class=\"badge bad\">Switched off</span>"))
        #expect(page.contains(">Live</span>"))
    }

    @Test func `the page for switching off warns about live documents that use the feature`() throws {
        try console.feature(
            "cards.flow", kind: "/modules/ModuleFlow",
            """
            {"type": "ModuleFlow", "start": "a", "modules": [{"id": "a", "content": {"feature": "home.offers"}}],
             "connections": []}
            """)
        let page = { try console.get("/features/home.offers/switch-offs/new", as: "rui").text }
        #expect(try !page().contains("If a live document refers to it"))

        try console.publish("cards.flow", revision: 1, from: "9.0")

        #expect(try page().contains("If a live document refers to it"))
        #expect(try page().contains("<code class=\"quoted\">cards.flow</code> (revision 1, line 1) still uses"))
        let answer = try send("switch-offs", [("platform", "ios"), ("confirmation", "home.offers")])
        #expect(answer.notice == "switched-off.3")
    }

    @Test func `the page for switching off says for which platforms a schedule will fail`() throws {
        let request = PublishRequest(
            feature: "home.offers", revision: 1, platform: "ios", from: try ClientVersion("10.0"))
        let time = try #require(FormTime.date("2099-11-24T08:00"))
        guard case .scheduled = try console.stores.schedules.add(request, at: time, by: .operator) else {
            Issue.record("the release was not scheduled")
            return
        }
        let page = { try console.get("/features/home.offers/switch-offs/new?platform=android", as: "rui").text }
        let condition = "Only if you choose iOS, or all platforms."
        #expect(try page().contains("After this change, it will fail, unless"))
        #expect(try page().contains(condition))

        // With the other platforms off, every possible choice makes the schedule fail.
        for platform in try console.stores.releases.platforms() where platform.name != "ios" {
            let off = SwitchRequest(feature: "home.offers", platform: platform.name, reason: "Crashes")
            guard case .released = try console.stores.releases.switchOff(off, by: .operator) else {
                Issue.record("no release was made")
                return
            }
        }
        #expect(try page().contains("After this change, it will fail, unless"))
        #expect(try !page().contains(condition))
    }

    @Test func `switching off again makes no further release`() throws {
        let first = try send("switch-offs", [("platform", "ios"), ("confirmation", "home.offers")])
        let second = try send("switch-offs", [("platform", "ios")])
        let page = try console.get("/features/home.offers", as: "rui").text

        #expect(first.notice == "switched-off.2")
        #expect(second.notice == "already-switched-off.2")
        #expect(page.contains("Already switched off (release 2). No new release."))
        #expect(try console.stores.releases.newest() == 2)
    }

    @Test func `the switch-off page of a feature that is off on all platforms redirects to the feature`() throws {
        let path = "/features/home.offers/switch-offs/new"
        _ = try send("switch-offs", [("platform", "ios"), ("confirmation", "home.offers")])
        #expect(try console.get("\(path)?platform=ios", as: "rui").status == .ok)
        _ = try send("switch-offs", [("platform", ""), ("confirmation", "home.offers")])

        for target in [path, "\(path)?platform=ios"] {
            let response = try console.get(target, as: "rui")
            #expect(response.location == "/features/home.offers", "\(target)")
            #expect(response.notice == "already-switched-off.3", "\(target)")
        }
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `the page for switching off says how long caches may keep the previous answer`() throws {
        let (edition, absence) = ("for 1 day if they cannot reach Galley", "may keep a 404 or 410 answer for 5 seconds")
        func page(_ feature: String) throws -> String {
            try console.get("/features/\(feature)/switch-offs/new", as: "rui").text
        }
        let live = try page("home.offers")
        #expect(live.contains(edition) && !live.contains(absence))

        let web = try send("switch-offs", [("platform", "web")])
        #expect(web.notice == "unserved-switched-off.2")
        #expect(try console.get("/features/home.offers", as: "rui").text.contains(absence))
        let ios = try send("switch-offs", [("platform", "ios"), ("confirmation", "home.offers")])
        #expect(ios.notice == "switched-off.3")
        let off = try page("home.offers")
        #expect(off.contains(absence) && !off.contains(edition))

        try console.feature("home.list", SampleTexts.screen)
        let unpublished = try page("home.list")
        #expect(unpublished.contains(absence) && !unpublished.contains(edition))
    }

    @Test func `rollbacks and removals say how long caches keep the 410 of a platform that is switched off`() throws {
        let (edition, absence) = ("Caches may serve the previous answer", "may keep a 404 or 410 answer for 5 seconds")
        let rollback = "/features/home.offers/rollbacks"
        let removal = "/features/home.offers/removals"
        let rule = "platform=ios&from=9.0&revision=1"
        let web = PublishRequest(feature: "home.offers", revision: 1, platform: "web", from: try ClientVersion("9.0"))
        guard case .released = try console.stores.releases.publish(web, by: .operator) else {
            Issue.record("nothing was published")
            return
        }
        // The platforms whose clients get an edition now are the ones that count.
        #expect(try console.get("\(rollback)/new?to=1", as: "rui").text.contains(edition))
        #expect(try console.get("\(removal)/new?\(rule)", as: "rui").text.contains(edition))
        _ = try send("switch-offs", [("platform", "ios")])
        // The next page shows the notice of the switch-off, which replaced an edition.
        #expect(try console.get("/features/home.offers", as: "rui").text.contains(edition))
        for page in ["\(rollback)/new?to=2", "\(removal)/new?\(rule)", "/rollbacks/new?release=3"] {
            let text = try console.get(page, as: "rui").text
            #expect(text.contains(absence) && !text.contains(edition), "\(page)")
        }

        func confirm(_ page: String, to path: String) throws -> Response {
            let form = try console.get(page, as: "rui")
            let hidden = ["to", "platform", "from", "revision", "release", "since", "expected", "key"]
                .compactMap { name in form.field(name).map { (name, $0) } }
            let typed = [("reason", "Fixed"), ("confirmation", "home.offers")]
            return try console.post(path, as: "rui", hidden + typed)
        }
        #expect(try confirm("\(rollback)/new?to=2", to: rollback).notice == "unserved-rolled-back.4.2")
        let restored = try console.get("/features/home.offers", as: "rui").text
        #expect(restored.contains("Rolled back to release 2") && restored.contains(absence))

        _ = try send("switch-offs", [("platform", ""), ("confirmation", "home.offers")])
        #expect(try confirm("\(removal)/new?\(rule)", to: removal).notice == "unserved-rule-removed.6")
        #expect(try console.get("/features/home.offers", as: "rui").text.contains(absence))
        #expect(try confirm("/rollbacks/new?release=5", to: "/rollbacks").notice == "unserved-rolled-back-widely.7")
        let log = try console.get("/releases", as: "rui").text
        #expect(log.contains(absence) && !log.contains(edition))
    }

    @Test func `the switch-on page shows which rules resume, and switching on again makes no release`() throws {
        _ = try send("switch-offs", [("platform", ""), ("confirmation", "home.offers")])
        let feature = try console.get("/features/home.offers", as: "rui").text

        let form = try console.get("/features/home.offers/switch-ons/new?platform=ios", as: "rui").text
        let silent = try console.post(
            "/features/home.offers/switch-ons", as: "rui", [("platform", "ios"), ("expected", "2")])
        let response = try send("switch-ons", [("platform", "ios")])
        let again = try send("switch-ons", [("platform", "ios")])
        let log = try console.get("/features/home.offers", as: "rui").text

        #expect(feature.contains("/features/home.offers/switch-ons/new\""))
        #expect(form.contains("iOS switches back on; the rule from 9.0 (revision 1) resumes."))
        #expect(form.contains("Caches may keep a 404 or 410 answer for 5 seconds."))
        #expect(silent.status == .unprocessableContent)
        #expect(response.notice == "switched-on.3")
        #expect(again.notice == "already-switched-on")
        #expect(log.contains("Switched on for iOS"))
        #expect(log.contains("Switched off on Android and Web"))
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `the switch-on page of a feature that is not switched off redirects to the feature`() throws {
        let response = try console.get("/features/home.offers/switch-ons/new", as: "rui")

        #expect(response.location == "/features/home.offers")
        #expect(response.notice == "already-switched-on")
    }

    @Test func `switching on from a stale page is a conflict that keeps platform and reason`() throws {
        _ = try send("switch-offs", [("platform", "ios"), ("confirmation", "home.offers")])
        let form = try console.get("/features/home.offers/switch-ons/new", as: "rui")
        _ = try send("switch-offs", [("platform", "web"), ("confirmation", "home.offers")])

        let page = try console.post(
            "/features/home.offers/switch-ons", as: "rui",
            [("expected", form.field("expected") ?? ""), ("platform", "ios"), ("reason", "Fixed now")])

        #expect(page.status == .conflict)
        #expect(page.text.contains("/switch-ons/new?platform=ios&amp;reason=Fixed%20now\""))
    }
}

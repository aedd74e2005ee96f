import HTTPTypes
import MicroHTTP
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Publishing, rolling back, switching off") struct ReleaseTests {
    private func fields(_ page: Response, _ more: [(String, String)]) -> [(String, String)] {
        [("expected", page.field("expected") ?? ""), ("key", page.field("key") ?? "")] + more
    }

    @Test func `publishing shows what changes before anything happens`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)
        let form = try console.get("/features/home.offers/releases/new", as: "rui")

        let page = try console.post(
            "/features/home.offers/releases", as: "rui",
            fields(form, [("revision", "1"), ("platform", "ios"), ("from", "9.0"), ("step", "review")]))

        #expect(page.status == .ok)
        #expect(page.text.contains("Publish as release 1"))
        #expect(page.text.contains("revision 1"))
        #expect(try console.stores.releases.newest() == 0)
    }

    @Test func `confirming publishes, and asking tells what a client gets`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)
        let form = try console.get("/features/home.offers/releases/new", as: "rui")

        let response = try console.post(
            "/features/home.offers/releases", as: "rui",
            fields(
                form,
                [("revision", "1"), ("platform", "ios"), ("from", "9.0"), ("reason", "Spring"), ("step", "publish")]))
        let page = try console.get("/features/home.offers?platform=ios&client_version=9.9", as: "ana")
        let older = try console.get("/features/home.offers?platform=ios&client_version=8.9", as: "ana")

        #expect(response.location?.hasPrefix("/features/home.offers?notice=released.1&") == true)
        #expect(page.text.contains("Revision 1, since release 1."))
        #expect(page.text.contains("Spring"))
        #expect(page.text.contains("Published revision 1 on iOS from 9.0 on"))
        #expect(older.text.contains("404"))
    }

    @Test func `the page says from which version on a revision can be shown, and begins there`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)

        let page = try console.get("/features/home.offers/releases/new?platform=ios", as: "rui")

        #expect(page.text.contains("Revision 1 can be shown in full on iOS from 1.0 on"))
        #expect(page.field("from") == "1.0")
    }

    @Test func `sending the confirmation twice makes one release`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)
        let form = try console.get("/features/home.offers/releases/new", as: "rui")
        let confirmation = fields(form, [("revision", "1"), ("platform", "ios"), ("from", "9.0"), ("step", "publish")])

        let first = try console.post("/features/home.offers/releases", as: "rui", confirmation)
        let second = try console.post("/features/home.offers/releases", as: "rui", confirmation)

        #expect(first.location == second.location)
        #expect(try console.stores.releases.newest() == 1)
    }

    private func expectUsed(_ page: Response, startAgain href: String) {
        #expect(page.status == .conflict)
        #expect(page.text.contains("already used for release"))
        #expect(page.text.contains("Nothing was changed now."))
        #expect(page.text.contains("href=\"\(href)\">Start again"))
    }

    @Test func `a publish page that was used already does not pretend to publish something else`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen, Texts.other)
        let form = try console.get("/features/home.offers/releases/new", as: "rui")
        let wish = fields(form, [("platform", "ios"), ("from", "9.0"), ("step", "publish")])

        let first = try console.post("/features/home.offers/releases", as: "rui", wish + [("revision", "1")])
        let other = try console.post("/features/home.offers/releases", as: "rui", wish + [("revision", "2")])
        let again = try console.post("/features/home.offers/releases", as: "rui", wish + [("revision", "1")])

        #expect(first.status == .seeOther)
        expectUsed(other, startAgain: "/features/home.offers/releases/new?revision=2")
        #expect(again.location == first.location)
        #expect(try console.stores.releases.newest() == 1)
    }

    @Test func `a rollback page that was used already does not pretend to roll back elsewhere`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen, Texts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 2, from: "9.0")
        let look = try console.get("/features/home.offers/rollbacks/new?to=1", as: "rui")
        let wish = fields(look, [("reason", "Wrong rate")])

        let first = try console.post("/features/home.offers/rollbacks", as: "rui", wish + [("to", "1")])
        let other = try console.post("/features/home.offers/rollbacks", as: "rui", wish + [("to", "0")])
        let again = try console.post("/features/home.offers/rollbacks", as: "rui", wish + [("to", "1")])

        #expect(first.status == .seeOther)
        expectUsed(other, startAgain: "/features/home.offers/rollbacks/new?to=0")
        #expect(again.location == first.location)
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `a switch-off page that was used already does not pretend to switch off more`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        let form = try console.get("/features/home.offers/switch-offs/new", as: "rui")
        let wish = fields(form, [("reason", "Crashes"), ("confirmation", "home.offers")])

        let first = try console.post("/features/home.offers/switch-offs", as: "rui", wish + [("platform", "ios")])
        let other = try console.post("/features/home.offers/switch-offs", as: "rui", wish + [("platform", "")])
        let again = try console.post("/features/home.offers/switch-offs", as: "rui", wish + [("platform", "ios")])

        #expect(first.status == .seeOther)
        expectUsed(other, startAgain: "/features/home.offers/switch-offs/new")
        #expect(again.location == first.location)
        #expect(try console.stores.releases.newest() == 2)
    }

    @Test func `a revision that is not valid cannot be published, and the page says why`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.misspelt)

        let page = try console.post(
            "/features/home.offers/releases", as: "rui",
            [("revision", "1"), ("platform", "ios"), ("from", "9.0"), ("expected", "0"), ("step", "publish")])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("Revision 1 cannot be published there."))
        #expect(try console.stores.releases.newest() == 0)
    }

    @Test(arguments: [("v9", "", "from-problem"), ("", "", "from-problem"), ("9.0", "8.0", "until-problem")])
    func `a range that makes no sense is refused beside its field`(from: String, until: String, problem: String) throws
    {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)

        let page = try console.post(
            "/features/home.offers/releases", as: "rui",
            [("revision", "1"), ("platform", "ios"), ("from", from), ("until", until), ("expected", "0")])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("id=\"\(problem)\""))
    }

    @Test func `a stale page gets the conflict, not an overwrite`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen, Texts.other)
        let form = try console.get("/features/home.offers/releases/new", as: "rui")
        try console.publish("home.offers", revision: 1, from: "9.0")

        let page = try console.post(
            "/features/home.offers/releases", as: "rui",
            fields(form, [("revision", "2"), ("platform", "ios"), ("from", "9.0"), ("step", "publish")]))

        #expect(page.status == .conflict)
        #expect(page.text.contains("Released meanwhile"))
        #expect(page.text.contains("Published revision 1"))
        #expect(try console.stores.releases.newest() == 1)
    }

    @Test func `rolling back shows before and after, wants a reason, and is two clicks`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen, Texts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 2, from: "10.0")
        let feature = try console.get("/features/home.offers", as: "rui")
        #expect(feature.text.contains("/features/home.offers/rollbacks/new?to=1"))

        let look = try console.get("/features/home.offers/rollbacks/new?to=1", as: "rui")
        let silent = try console.post("/features/home.offers/rollbacks", as: "rui", fields(look, [("to", "1")]))
        let response = try console.post(
            "/features/home.offers/rollbacks", as: "rui", fields(look, [("to", "1"), ("reason", "Wrong rate")]))

        #expect(look.text.contains("revision 2"))
        #expect(silent.status == .unprocessableContent)
        #expect(response.location?.hasPrefix("/features/home.offers?notice=rolled-back.3&") == true)
        let version = try ClientVersion("10.1")
        guard
            case .edition(_, let rule, _) = try console.stores.releases.resolve(
                feature: "home.offers", platform: "ios", clientVersion: version)
        else {
            Issue.record("nothing is live")
            return
        }
        #expect(rule.revision == 1)
    }

    @Test func `a stale rollback gets the conflict`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen, Texts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 2, from: "9.0")
        let look = try console.get("/features/home.offers/rollbacks/new?to=1", as: "rui")
        try console.publish("home.offers", revision: 2, from: "11.0")

        let page = try console.post(
            "/features/home.offers/rollbacks", as: "rui", fields(look, [("to", "1"), ("reason", "Wrong rate")]))

        #expect(page.status == .conflict)
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `switching off the last platform wants the feature's name`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        let form = try console.get("/features/home.offers/switch-offs/new", as: "rui")
        let wish = fields(form, [("platform", "ios"), ("reason", "Crashes")])

        let refused = try console.post("/features/home.offers/switch-offs", as: "rui", wish)
        let done = try console.post(
            "/features/home.offers/switch-offs", as: "rui", wish + [("confirmation", "home.offers")])

        #expect(refused.status == .unprocessableContent)
        #expect(done.location?.hasPrefix("/features/home.offers?notice=switched-off.2&") == true)
        #expect(
            try console.get("/features/home.offers?platform=ios&client_version=9.9", as: "ana").text
                .contains("410, switched off by release 2"))
    }

    @Test func `the log shows all releases with who and why`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")

        let page = try console.get("/releases", as: "ana").text

        #expect(page.contains("Published revision 1 on iOS from 9.0 on"))
        #expect(page.contains("home.offers"))
        #expect(page.contains("rui"))
    }

    @Test func `the log says what was published also when clients get the same as before`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 1, from: "10.0")
        try console.publish("home.offers", revision: 1, from: "10.0")

        let page = try console.get("/releases", as: "ana").text

        #expect(page.contains("<strong>Published revision 1 on iOS from 10.0 on</strong>"))
        #expect(page.contains("Published again: revision 1 on iOS from 10.0 on and revision 1 on iOS"))
        #expect(!page.contains("<strong>Published</strong>"))
    }

    @Test func `the list of features shows what is live`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", Texts.screen)
        try console.feature("ads.new", Texts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")

        let all = try console.get("/features", as: "ana").text
        let found = try console.get("/features?q=ads", as: "ana").text

        #expect(all.contains("9.0 →"))
        #expect(found.contains("ads.new"))
        #expect(!found.contains("home.offers"))
    }
}

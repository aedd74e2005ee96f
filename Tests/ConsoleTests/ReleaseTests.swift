import HTTPTypes
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Publishing, rolling back, switching off") struct ReleaseTests {
    private func fields(_ page: Response, _ more: [(String, String)]) -> [(String, String)] {
        [("expected", page.field("expected") ?? ""), ("key", page.field("key") ?? "")] + more
    }

    /// Returns the page that shows what a publish would change.
    private func review(_ console: TestConsole, _ revision: Int, from version: String) throws -> Response {
        try console.get(
            "/features/home.offers/releases/new?revision=\(revision)&platform=ios&from=\(version)&until=&reason=Spring",
            as: "rui")
    }

    /// Returns the fields that the publish page sends to confirm.
    private func publishFields(_ revision: Int, from version: String) -> [(String, String)] {
        [("revision", "\(revision)"), ("platform", "ios"), ("from", version), ("until", ""), ("reason", "Spring")]
    }

    @Test func `the publish page shows the changes before they are confirmed`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        let page = try review(console, 1, from: "9.0")
        let again = try review(console, 1, from: "9.0")

        #expect(page.status == .ok)
        #expect(page.text.contains("Publish as release 1"))
        #expect(page.text.contains("revision 1"))
        // The previous answer was a 404, which caches keep for a different time than an edition.
        #expect(page.text.contains("Caches may keep a 404 or 410 answer for 5 seconds."))
        #expect(!page.text.contains("Caches may serve the previous answer"))
        #expect(again.status == .ok)
        #expect(
            page.text.contains("<form class=\"columns\" method=\"get\" action=\"/features/home.offers/releases/new\">"))
        #expect(try console.stores.releases.newest() == 0)
    }

    @Test func `the publish page says if no client would get something else`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")

        #expect(try review(console, 1, from: "10.0").text.contains("No change: every client gets the same as now."))
        #expect(try !review(console, 1, from: "8.0").text.contains("No change: every client gets the same as now."))
    }

    @Test func `confirming publishes, and the feature page shows what a client gets`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let href = try #require(try review(console, 1, from: "9.0").confirmHref)

        let response = try console.post(href, as: "rui", publishFields(1, from: "9.0"))
        let page = try console.get("/features/home.offers?platform=ios&client_version=9.9", as: "ana")
        let older = try console.get("/features/home.offers?platform=ios&client_version=8.9", as: "ana")

        #expect(response.location == "/features/home.offers")
        #expect(response.notice == "first-released.1")
        #expect(page.text.contains("Revision 1, since release 1."))
        let future = try console.get(
            "/features/home.offers?platform=ios&client_version=9.9&at=2099-01-01T08:00", as: "ana")
        #expect(future.text.contains("Revision 1.") && !future.text.contains("Revision 1, since"))
        #expect(page.text.contains("Spring"))
        #expect(
            try console.get("/features/home.offers", as: "rui").text.contains(
                "Release 1 published. Caches may keep a 404 or 410 answer for 5 seconds."))
        #expect(page.text.contains("Published revision 1 for iOS 9.0 and later"))
        #expect(older.text.contains("404"))
    }

    @Test func `caches keep the 404 of a feature that was never published, whatever its cache times are`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        // The default times no longer count if they were replaced long ago.
        try console.pool.withConnection {
            try $0.execute(
                """
                INSERT INTO cache_time (feature_id, fresh, stale_while_revalidate, stale_if_error, author_name,
                    created_at)
                SELECT id, 0, 0, 0, 'ana', timestamptz '2020-01-01 00:00:00Z' FROM feature
                """)
        }
        let first = try review(console, 1, from: "9.0")
        #expect(first.text.contains("Caches may keep a 404 or 410 answer for 5 seconds."))
        let done = try console.post(try #require(first.confirmHref), as: "rui", publishFields(1, from: "9.0"))
        #expect(done.notice == "first-released.1")

        let off = SwitchRequest(feature: "home.offers", reason: "Crashes")
        _ = try console.stores.releases.switchOff(off, by: .operator)
        let again = try review(console, 1, from: "8.0")
        #expect(again.text.contains("Caches keep no 404 or 410 answer."))
    }

    @Test(arguments: [false, true])
    func `publishing after a switch-off or a rollback to nothing states how long caches keep the error`(isOff: Bool)
        throws
    {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        func send(_ path: String, to query: String, _ more: [(String, String)]) throws -> Response {
            let form = try console.get("/features/home.offers/\(path)/new\(query)", as: "rui")
            return try console.post("/features/home.offers/\(path)", as: "rui", fields(form, more))
        }
        _ =
            isOff
            ? try send(
                "switch-offs", to: "",
                [("platform", ""), ("reason", "Crashes"), ("confirmation", "home.offers")])
            : try send("rollbacks", to: "?to=0", [("to", "0"), ("reason", "Wrong"), ("confirmation", "home.offers")])
        #expect(try console.stores.releases.newest() == 2)

        let look = try review(console, 1, from: "8.0")
        let done = try console.post(try #require(look.confirmHref), as: "rui", publishFields(1, from: "8.0"))

        #expect(look.text.contains("Caches may keep a 404 or 410 answer for 5 seconds."))
        #expect(!look.text.contains("Caches may serve the previous answer"))
        #expect(done.notice == "first-released.3")
    }

    @Test func `a confirmation with other fields than the reviewed ones is shown for review again`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let href = try #require(try review(console, 1, from: "9.0").confirmHref)

        let response = try console.post(href, as: "rui", publishFields(1, from: "8.0"))

        #expect(
            response.location
                == "/features/home.offers/releases/new?revision=1&platform=ios&from-ios=8.0&reason=Spring")
        #expect(try console.stores.releases.newest() == 0)
    }

    @Test(arguments: ["99", "abc", "-1"])
    func `a missing revision is answered with 404`(revision: String) throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        let page = try console.get("/features/home.offers/releases/new?revision=\(revision)", as: "rui")

        #expect(page.status == .notFound)
        #expect(page.text.contains("There is no revision \(revision) of home.offers."))
    }

    @Test func `an old revision can be chosen, and an invalid one is marked`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.misspelt)
        for number in 3...102 {
            let text = SampleTexts.screen.replacing("Good day", with: "Good day \(number)")
            _ = try console.stores.revisions.save(feature: "home.offers", bytes: Array(text.utf8), by: .operator)
        }

        let first = try console.get("/features/home.offers/releases/new?revision=1", as: "rui")
        let invalid = try console.get("/features/home.offers/releases/new?revision=2", as: "rui")

        #expect(first.text.contains("<option value=\"1\" selected>"))
        #expect(invalid.text.contains("<option value=\"2\" selected>"))
        #expect(invalid.text.contains("Revision 2 is not valid and cannot be published."))
    }

    @Test func `a rollback to a release that is missing, unrelated or current is refused`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.feature("home.news", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.news", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 2, from: "9.0")

        for (to, status, why) in [
            ("99", 404, "There is no release 99."), ("abc", 404, "There is no release abc."),
            ("2", 422, "Release 2 did not change home.offers."),
            ("3", 422, "Clients already get release 3"),
        ] {
            let page = try console.get("/features/home.offers/rollbacks/new?to=\(to)", as: "rui")
            #expect(page.status.code == status)
            #expect(page.text.contains(why))
        }
        let all = try console.get("/features/home.offers/rollbacks/new?to=0", as: "rui")
        #expect(all.status == .ok && all.text.contains("Roll back all releases</button>"))
        let posted = try console.post(
            "/features/home.offers/rollbacks", as: "rui", [("to", "2"), ("expected", "3"), ("reason", "Wrong")])
        #expect(posted.status == .unprocessableContent)
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `the publish page says that only the newest revisions are offered`() throws {
        let console = try TestConsole()
        let texts = (1...101).map { SampleTexts.screen.replacing("\"Offers\"", with: "\"Offers \($0)\"") }
        try console.feature("home.many", Array(texts.prefix(100)))
        let path = "/features/home.many/releases/new?revision=1"
        let sentence = "Only the newest 100 revisions are offered here."
        #expect(try !console.get(path, as: "rui").text.contains(sentence))
        let comparison = try console.get("/features/home.many/comparison", as: "rui").text
        #expect(comparison.contains("The menus offer only the newest 50 revisions."))

        let ana = Actor(accountID: nil, name: "ana")
        _ = try console.stores.revisions.save(feature: "home.many", bytes: Array(texts[100].utf8), by: ana)

        let page = try console.get(path, as: "rui").text
        #expect(page.contains(sentence))
        #expect(page.contains(#"<option value="1" selected>"#))
    }

    @Test func `the publish page suggests the first version that supports the revision`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        let page = try console.get("/features/home.offers/releases/new?platform=ios", as: "rui")

        #expect(page.text.contains("Clients that fully support revision 1: iOS 1.0 or later"))
        #expect(page.field("from-ios") == "1.0")
        #expect(page.field("suggested-ios") == "1.0")
        #expect(page.text.contains("<code class=\"quoted\">Screen</code> needs iOS 1.0 or later."))
        #expect(page.field("from-web") == "1.0")
    }

    @Test func `a suggested version follows the revision, a typed one stays`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        func from(suggested: String) throws -> String? {
            try console.get(
                "/features/home.offers/releases/new?revision=1&platform=web&from-web=5.0&suggested-web=\(suggested)",
                as: "rui"
            ).field("from-web")
        }

        #expect(try from(suggested: "5.0") == "1.0")
        #expect(try from(suggested: "4.0") == "5.0")
    }

    @Test func `a suggested version that follows the revision does not widen the live range`() throws {
        let console = try TestConsole()
        // Revision 1 needs iOS 1.0, revision 2 iOS 6.0.
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.wideButton)
        let new = "/features/home.offers/releases/new"
        func choose(_ revision: Int, after page: Response) throws -> Response {
            let fields = ["from-ios", "suggested-ios"].map { "&\($0)=\(page.field($0) ?? "")" }.joined()
            return try console.get("\(new)?revision=\(revision)&platform=ios\(fields)", as: "rui")
        }

        try console.publish("home.offers", revision: 1, from: "2.0")
        let raised = try console.get("\(new)?revision=2", as: "rui")
        let lowered = try choose(1, after: raised)
        #expect(raised.field("from-ios") == "6.0")
        #expect(lowered.field("from-ios") == "2.0")
        #expect(try choose(2, after: lowered).field("from-ios") == "6.0")
        #expect(try console.get("\(new)?revision=1", as: "rui").field("from-ios") == "2.0")
        // A lower version that a person types is kept.
        #expect(
            try console.get("\(new)?revision=1&platform=ios&from-ios=1.5&suggested-ios=2.0", as: "rui")
                .field("from-ios") == "1.5")
    }

    @Test func `if a live range ends before the revision's minimum, the publish page suggests later versions`() throws {
        let console = try TestConsole()
        // Revision 1 needs iOS 1.0, revision 2 iOS 6.0.
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.wideButton)
        let live = PublishRequest(
            feature: "home.offers", revision: 1, platform: "ios", from: try ClientVersion("1.0"),
            until: try ClientVersion("5.0"))
        _ = try console.stores.releases.publish(live, by: .operator)

        let new = "/features/home.offers/releases/new"
        let page = try console.get("\(new)?revision=2", as: "rui")
        let same = try console.get("\(new)?revision=1", as: "rui")
        // Here somebody chooses revision 2 on the page for revision 1.
        let suggested = try #require(same.field("suggested-ios"))
        let changed = try console.get(
            "\(new)?revision=2&platform=ios&from-ios=1.0&until-ios=5.0&suggested-ios=\(suggested)", as: "rui")

        let note = "Clients from 1.0 before 5.0 keep what they get: revision 2 can be shown completely from 6.0 on."
        for page in [page, changed] {
            #expect(page.status == .ok && page.text.contains(note))
            #expect(page.text.contains("name=\"platform\" value=\"ios\" checked"))
            #expect(page.field("from-ios") == "6.0" && page.field("until-ios") == "")
        }
        #expect(changed.text.contains("formaction="))
        #expect(!same.text.contains("keep what they get"))
        #expect(same.text.contains("name=\"platform\" value=\"ios\" checked"))
        #expect(same.field("from-ios") == "1.0" && same.field("until-ios") == "5.0")
        // A range that a person has typed is kept and checked.
        let typed = try console.get("\(new)?revision=2&platform=ios&from-ios=2.0&until-ios=5.0", as: "rui")
        #expect(typed.field("from-ios") == "2.0" && typed.field("until-ios") == "5.0")
        #expect(!typed.text.contains(note))

        // If the live range of another platform supports the revision, only that platform is chosen.
        let web = PublishRequest(feature: "home.offers", revision: 1, platform: "web", from: try ClientVersion("9.0"))
        _ = try console.stores.releases.publish(web, by: .operator)
        let both = try console.get("\(new)?revision=2", as: "rui")
        #expect(both.text.contains(note) && !both.text.contains("name=\"platform\" value=\"ios\" checked"))
        #expect(both.text.contains("name=\"platform\" value=\"web\" checked"))
    }

    @Test func `for the first publish the first platform is chosen and its version has autofocus`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        let first = try console.get("/features/home.offers/releases/new?revision=1", as: "rui")
        try console.publish("home.offers", revision: 1, from: "9.0")
        let second = try console.get("/features/home.offers/releases/new?revision=1", as: "rui")

        #expect(first.text.contains("value=\"ios\" checked"))
        #expect(first.field("from-ios") == "1.0")
        #expect(first.text.contains("autofocus"))
        // The second publish suggests the live platform and its live version.
        #expect(second.text.contains("value=\"ios\" checked") && !second.text.contains("value=\"web\" checked"))
        #expect(second.field("from-ios") == "9.0")
        try console.publish("home.offers", revision: 1, from: "10.0")
        let several = try console.get("/features/home.offers/releases/new?revision=1", as: "rui")
        #expect(!several.text.contains(" checked"))
    }

    @Test func `the publish page moves the focus to the review of the change, or to the first wrong field`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        func focus(_ query: String) throws -> [String] {
            try console.get("/features/home.offers/releases/new?revision=1\(query)", as: "rui").text
                .matches(of: /<\w+ id="([^"]+)"[^>]* autofocus/).map { String($0.1) }
        }

        #expect(try focus("") == ["from-ios"])
        let wrong = "&platform=ios&from-ios=1.0&platform=android"
        #expect(try focus("\(wrong)&from-android=abc") == ["from-android"])
        #expect(try focus("\(wrong)&from-android=2.0&until-android=1.0") == ["until-android"])
        #expect(try focus("&platform=ios&from-ios=1.0") == ["changes-heading"])
        #expect(try focus("&platform=ios&from-ios=0.1") == ["refused-heading"])
        #expect(try focus("&platform=ios&from-ios=1.0&at=tomorrow") == ["at"])
    }

    @Test func `a confirmation sent twice makes one release`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let href = try #require(try review(console, 1, from: "9.0").confirmHref)

        let first = try console.post(href, as: "rui", publishFields(1, from: "9.0"))
        let second = try console.post(href, as: "rui", publishFields(1, from: "9.0"))

        #expect(first.notice == "first-released.1")
        #expect(second.notice == "first-released.1")
        #expect(try console.stores.releases.newest() == 1)
    }

    private func expectUsed(_ page: Response, startAgain href: String) {
        #expect(page.status == .conflict)
        #expect(page.text.contains("already used for release"))
        #expect(page.text.contains("A page can be used for only one release or schedule."))
        #expect(page.text.contains("Nothing was changed."))
        #expect(page.text.contains("href=\"\(href)\">Start again"))
    }

    @Test func `a second use of a publish page with another revision is refused`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        let sent = [("key", "one"), ("expected", "0"), ("platform", "ios"), ("from", "9.0"), ("step", "publish")]

        let first = try console.post("/features/home.offers/releases", as: "rui", sent + [("revision", "1")])
        let other = try console.post("/features/home.offers/releases", as: "rui", sent + [("revision", "2")])
        let again = try console.post("/features/home.offers/releases", as: "rui", sent + [("revision", "1")])

        #expect(first.status == .seeOther)
        expectUsed(other, startAgain: "/features/home.offers/releases/new?revision=2")
        #expect(again.location == first.location)
        #expect(try console.stores.releases.newest() == 1)
    }

    @Test func `a second use of a rollback page with another target is refused`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 2, from: "9.0")
        let look = try console.get("/features/home.offers/rollbacks/new?to=1", as: "rui")
        let sent = fields(look, [("reason", "Wrong rate")])

        let first = try console.post("/features/home.offers/rollbacks", as: "rui", sent + [("to", "1")])
        let other = try console.post("/features/home.offers/rollbacks", as: "rui", sent + [("to", "0")])
        let again = try console.post("/features/home.offers/rollbacks", as: "rui", sent + [("to", "1")])

        #expect(first.status == .seeOther)
        expectUsed(other, startAgain: "/features/home.offers/rollbacks/new?to=0")
        #expect(again.location == first.location)
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `a second use of a switch-off page with another platform is refused`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        let form = try console.get("/features/home.offers/switch-offs/new", as: "rui")
        let sent = fields(form, [("reason", "Crashes"), ("confirmation", "home.offers")])

        let first = try console.post("/features/home.offers/switch-offs", as: "rui", sent + [("platform", "ios")])
        let other = try console.post("/features/home.offers/switch-offs", as: "rui", sent + [("platform", "")])
        let again = try console.post("/features/home.offers/switch-offs", as: "rui", sent + [("platform", "ios")])

        #expect(first.status == .seeOther)
        expectUsed(other, startAgain: "/features/home.offers/switch-offs/new")
        #expect(again.location == first.location)
        #expect(try console.stores.releases.newest() == 2)
    }

    @Test func `an invalid revision is refused`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.misspelt)

        let page = try console.post(
            "/features/home.offers/releases", as: "rui",
            [("revision", "1"), ("platform", "ios"), ("from", "9.0"), ("expected", "0"), ("step", "publish")])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("Revision 1 cannot be published for these clients."))
        #expect(try console.stores.releases.newest() == 0)
    }

    @Test(arguments: [
        ("v9", "", "from-problem-ios"), ("", "", "from-problem-ios"), ("9.0", "8.0", "until-problem-ios"),
    ])
    func `an invalid range is refused with a message at its field`(from: String, until: String, problem: String) throws
    {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)

        let page = try console.post(
            "/features/home.offers/releases", as: "rui",
            [("revision", "1"), ("platform", "ios"), ("from", from), ("until", until), ("expected", "0")])

        #expect(page.status == .unprocessableContent)
        #expect(page.text.contains("id=\"\(problem)\""))
    }

    @Test func `one form publishes on several platforms in one release, each with its versions`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let href =
            "/features/home.offers/releases/new?revision=1&platform=ios&platform=web&from-ios=9.0&until-ios=10.0"
            + "&from-web=2.0"

        let look = try console.get(href, as: "rui")
        #expect(look.text.contains("name=\"platform\" value=\"web\" checked"))
        let typed = [
            ("revision", "1"), ("platform", "ios"), ("platform", "web"), ("from-ios", "9.0"), ("until-ios", "10.0"),
            ("from-web", "2.0"),
        ]
        let done = try console.post(try #require(look.confirmHref), as: "rui", typed)

        #expect(done.status == .seeOther)
        #expect(try console.stores.releases.newest() == 1)
        let rules = try console.stores.releases.rules(of: "home.offers")
        #expect(rules.map(\.platform) == ["ios", "web"])
        #expect(rules.map(\.from.text) == ["9.0", "2.0"] && rules.map(\.until?.text) == ["10.0", nil])
    }

    @Test func `an address with one range for all platforms fills in the range of each`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let look = try console.get(
            "/features/home.offers/releases/new?revision=1&platform=ios&platform=web&from=9.0", as: "rui")
        #expect(look.field("from-ios") == "9.0" && look.field("from-web") == "9.0")
        #expect(look.confirmHref != nil)
    }

    @Test func `publishing from a stale page is a conflict with the newer release`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        let href = try #require(try review(console, 2, from: "9.0").confirmHref)
        try console.publish("home.offers", revision: 1, from: "9.0")

        let page = try console.post(href, as: "rui", publishFields(2, from: "9.0"))

        #expect(page.status == .conflict)
        #expect(
            page.text.contains(
                "/features/home.offers/releases/new?revision=2&amp;platform=ios&amp;from-ios=9.0&amp;reason=Spring\""))
        #expect(page.text.contains("Newer release"))
        #expect(page.text.contains("Published revision 1"))
        #expect(try console.stores.releases.newest() == 1)
    }

    @Test func `the conflict page names only the rules that each newer release changed`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        let href = try #require(try review(console, 2, from: "9.0").confirmHref)
        try console.publish("home.offers", revision: 2, from: "10.0")
        // The page does not list this release, because it changes nothing for iOS.
        _ = try console.stores.releases.publish(
            PublishRequest(feature: "home.offers", revision: 1, platform: "web", from: try ClientVersion("9.0")),
            by: .operator)
        try console.publish("home.offers", revision: 1, from: "11.0")
        #expect(try console.stores.releases.newest() == 4)

        let page = try console.post(href, as: "rui", publishFields(2, from: "9.0"))

        #expect(page.status == .conflict)
        #expect(
            page.text.matches(of: /<strong>(Published [^<]*)<\/strong>/).map { String($0.1) } == [
                "Published revision 1 for iOS 11.0 and later", "Published revision 2 for iOS 10.0 and later",
            ])
    }

    @Test func `a rollback is shown before it is made, and needs no reason`()
        throws
    {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 2, from: "10.0")
        let feature = try console.get("/features/home.offers", as: "rui")
        #expect(feature.text.contains("/features/home.offers/rollbacks/new?to=1"))
        // The accessible name of the link begins with its visible words.
        #expect(feature.text.contains("Roll back to this<span class=\"visually-hidden\"> #1</span>"))

        let look = try console.get("/features/home.offers/rollbacks/new?to=1", as: "rui")
        let response = try console.post("/features/home.offers/rollbacks", as: "rui", fields(look, [("to", "1")]))

        #expect(look.text.contains("revision 2"))
        #expect(response.notice == "rolled-back.3.1")
        #expect(look.text.contains("exactly what was served after release 1. You can roll it back too."))
        #expect(look.text.contains("Caches may serve the previous answer for 30 seconds"))
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

    @Test func `a rollback from a stale page is a conflict`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 2, from: "9.0")
        let look = try console.get("/features/home.offers/rollbacks/new?to=1", as: "rui")
        try console.publish("home.offers", revision: 2, from: "11.0")

        let page = try console.post(
            "/features/home.offers/rollbacks", as: "rui", fields(look, [("to", "1"), ("reason", "Wrong rate")]))

        #expect(page.status == .conflict)
        #expect(page.text.contains("/features/home.offers/rollbacks/new?to=1&amp;reason=Wrong%20rate\""))
        #expect(try console.stores.releases.newest() == 3)
    }

    @Test func `switching off the last live platform needs the feature's name`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        let form = try console.get("/features/home.offers/switch-offs/new", as: "rui")
        let sent = fields(form, [("platform", "ios"), ("reason", "Crashes")])

        let refused = try console.post("/features/home.offers/switch-offs", as: "rui", sent)
        let done = try console.post(
            "/features/home.offers/switch-offs", as: "rui", sent + [("confirmation", "home.offers")])

        #expect(refused.status == .unprocessableContent)
        #expect(done.notice == "switched-off.2")
        #expect(
            try console.get("/features/home.offers?platform=ios&client_version=9.9", as: "ana").text
                .contains("Nothing (410): switched off by release 2"))
    }

    @Test func `the list of releases shows the change, the feature and the author`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")

        let page = try console.get("/releases", as: "ana").text

        #expect(page.contains("Published revision 1 for iOS 9.0 and later"))
        #expect(page.contains("home.offers"))
        #expect(page.contains("rui"))
    }

    @Test func `the list of releases shows what was published even if clients get the same as before`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")
        try console.publish("home.offers", revision: 1, from: "10.0")
        try console.publish("home.offers", revision: 1, from: "10.0")

        let page = try console.get("/releases", as: "ana").text

        #expect(page.contains("<strong>Published revision 1 for iOS 10.0 and later</strong>"))
        #expect(page.contains("<strong>Published again: revision 1 for iOS 10.0 and later</strong>"))
        #expect(!page.contains("<strong>Published</strong>"))
    }

    @Test func `the list of releases names only the rules that were published again`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        func rule(_ platform: String) throws -> RuleRequest {
            RuleRequest(feature: "home.offers", revision: 1, platform: platform, from: try ClientVersion("1.0"))
        }
        func publish(_ rules: [RuleRequest]) throws {
            guard case .released = try console.stores.releases.publish(PublishRequest(rules), by: .operator) else {
                Issue.record("nothing was published")
                return
            }
        }
        try publish(try ["ios", "android", "web"].map(rule))
        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes")
        guard case .released = try console.stores.releases.switchOff(off, by: .operator) else {
            Issue.record("nothing was switched off")
            return
        }

        try publish([try rule("android")])

        let sentence = "<strong>Published again: revision 1 for Android 1.0 and later</strong>"
        #expect(try console.get("/releases", as: "ana").text.contains(sentence))
        #expect(try console.get("/features/home.offers", as: "ana").text.contains(sentence))
    }

    @Test func `the list of releases compares each feature of a release with its own previous state`() throws {
        let console = try TestConsole()
        func rule(_ feature: String, on platform: String = "ios") throws -> RuleRequest {
            RuleRequest(feature: feature, revision: 1, platform: platform, from: try ClientVersion("1.0"))
        }
        func publish(_ rules: [RuleRequest]) throws {
            guard case .released = try console.stores.releases.publish(PublishRequest(rules), by: .operator) else {
                Issue.record("nothing was published")
                return
            }
        }
        let both = ["home.offers", "home.tabs"]
        for feature in both { try console.feature(feature, SampleTexts.screen) }
        try publish(try both.map { try rule($0) })
        try publish([try rule("home.tabs", on: "android")])

        try publish(try both.map { try rule($0) })

        let ios = "revision 1 for iOS 1.0 and later"
        let sentence = "<strong>Published again: \(ios) and \(ios)</strong>"
        #expect(try console.get("/releases", as: "ana").text.contains(sentence))
    }

    @Test(.englishTexts) func `a release that does not say which unchanged rules it published names none`() throws {
        // A rule without the release that published it stands for one of an older version of Galley.
        let rule = Rule(
            platform: "ios", from: try ClientVersion("1.0"), until: nil, percent: .everyone, revision: 1, editions: [])
        func release(_ number: Int) -> Release {
            let item = ReleaseItem(
                feature: "home.offers", previousRelease: number - 1, rules: [rule], switchedOff: [])
            return Release(
                number: number, kind: .publish, rollback: nil, ending: nil, reason: "",
                author: Actor(accountID: nil, name: "rui"), createdAt: TestConsole.now, items: [item])
        }

        #expect(release(3).words(after: [release(2)], platforms: []) == "Published existing rules again")
    }

    @Test func `the list of features shows the live rules`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.feature("ads.new", SampleTexts.screen)
        try console.publish("home.offers", revision: 1, from: "9.0")

        let all = try console.get("/features", as: "ana").text
        let found = try console.get("/features?q=ads", as: "ana").text

        #expect(all.contains("9.0 →"))
        #expect(found.contains("ads.new"))
        #expect(!found.contains("home.offers"))
    }
}

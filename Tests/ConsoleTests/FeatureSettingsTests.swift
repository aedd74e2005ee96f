import HTTPTypes
import MicroHTTP
import Publishing
import Testing

@testable import Console

@Suite("The settings of a feature", .englishTexts) struct FeatureSettingsTests {
    private static let path = "/features/home.offers"
    private let console: TestConsole

    init() throws {
        console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.feature("home.poll", kind: "/questionnaires/Questionnaire")
    }

    private func names(_ target: String) throws -> [String] {
        try console.get(target, as: "ana").text.matches(
            of: #/<th scope="row"><a class="ltr" href="/features/([^"]+)">/#
        ).map { String($0.1) }
    }

    @Test func `owner and tags are set on the settings page, shown on other pages, and filter the list`() throws {
        #expect(try !console.get("/features", as: "ana").text.contains("name=\"owner\""))
        let saved = try console.post(
            Self.path + "/labels", as: "ana", [("owner", " تیم رشد "), ("tags", "Spring, نوروز")])
        #expect(saved.location == Self.path + "/settings" && saved.notice == "labels-changed")

        let page = try console.get(Self.path, as: "rui").text
        #expect(page.contains("Owner: <bdi>تیم رشد</bdi>"))
        #expect(page.contains("<bdi>نوروز</bdi>"))
        let list = try console.get("/features?owner=%D8%AA%DB%8C%D9%85%20%D8%B1%D8%B4%D8%AF&tag=spring", as: "ana").text
        #expect(list.contains("data-feature-count>1 feature<"))
        #expect(list.contains("<option value=\"spring\" selected>"))
        #expect(try names("/features?tag=SPRING") == ["home.offers"])
        #expect(try names("/features?tag=winter") == [])

        let long = try console.post(Self.path + "/labels", as: "ana", [("owner", "x"), ("tags", "a\u{202E}b")])
        #expect(long.status == .unprocessableContent)
        #expect(long.text.contains("aria-describedby=\"tags-hint tags-problem\""))
        // Accounts that may not edit see the settings without the buttons.
        let read = try console.get(Self.path + "/settings", as: "rui").text
        #expect(read.contains("readonly") && !read.contains("Archive feature"))
    }

    @Test func `a name that is too long is refused; its field has no maxlength, because that cuts silently`() throws {
        try console.feature("ads.new", kind: "/forms/Form", #"{"type": "Form", "title": "Ad", "steps": []}"#)
        let long = String(repeating: "n", count: 101)
        for (page, target, field, fields, message) in [
            (
                "/new-feature", "/features", "name", [("kind", "/screens/Screen")], "at most 100 bytes"
            ),
            (Self.path + "/settings", Self.path + "/renames", "name", [("grace_days", "1")], "at most 100 bytes"),
            (Self.path + "/settings", Self.path + "/clones", "name", [], "at most 100 bytes"),
            (Self.path + "/settings", Self.path + "/labels", "owner", [], "at most 100 characters"),
            ("/rollouts", "/rollout-plans", "name", [("steps", "100")], "1 to 100 characters"),
            (
                "/features/ads.new/fillings", "/features/ads.new/fillings", "name", [("data", "{}")],
                "at most 100 characters"
            ),
            (
                Self.path + "/revisions/1", Self.path + "/revisions/1/names", "name", [], "at most 100 characters"
            ),
        ] as [(String, String, String, [(String, String)], String)] {
            let form = try console.get(page, as: "mira")
            #expect(form.status == .ok)
            let inputs = form.text.matches(of: /<input[^>]* name="(name|owner)"[^>]*>/).map(\.0)
            #expect(!inputs.isEmpty && inputs.allSatisfy { !$0.contains("maxlength") }, "\(page)")

            let refused = try console.post(target, as: "mira", fields + [(field, long)])
            #expect(refused.status == .unprocessableContent, "\(target)")
            #expect(refused.text.contains(message), "\(target)")
        }
    }

    @Test func `a form sent under a former name that is no longer valid can be sent again under the present name`()
        throws
    {
        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        guard case .renamed = try console.stores.releases.rename(rename, by: .operator) else {
            Issue.record("the feature was not renamed")
            return
        }
        let typed = "Evening <text>"
        let forms: [(String, String, [(String, String)])] = [
            ("/revisions", "ana", [("text", typed), ("parent", "1")]),
            ("/revisions/1/comments", "ana", [("text", typed), ("pointer", "")]),
            ("/revisions/1/reviews", "ana", [("note", typed)]),
            ("/revisions/1/names", "ana", [("name", typed)]),
            ("/labels", "ana", [("owner", typed), ("tags", "")]),
            ("/clones", "ana", [("name", typed)]),
            ("/fillings", "ana", [("name", typed), ("data", "{}")]),
            ("/archives", "ana", [("reason", typed)]),
            ("/releases?expected=1", "rui", [("reason", typed)]),
            ("/switch-offs", "rui", [("reason", typed)]),
        ]
        for (target, name, fields) in forms {
            let page = try console.post(Self.path + target, as: name, fields)
            #expect(page.status == .notFound, "\(target)")
            #expect(page.text.contains("home.offers is now home.deals."), "\(target)")
            #expect(page.text.contains("action=\"/features/home.deals\(target)\""), "\(target)")
            #expect(page.text.contains("value=\"Evening &lt;text&gt;\""), "\(target)")
            #expect(page.text.contains("<a class=\"button\" href=\"/features/home.deals\">"), "\(target)")
        }
        let again = try console.post(
            "/features/home.deals/revisions", as: "ana", [("text", SampleTexts.other), ("parent", "1")])
        #expect(again.status == .seeOther)

        // No feature ever had this name, so the page offers the text for copying instead of sending it again.
        let nowhere = try console.post("/features/home.nowhere/revisions", as: "ana", [("text", typed)])
        #expect(nowhere.status == .notFound)
        #expect(nowhere.text.contains("There is no feature home.nowhere."))
        #expect(nowhere.text.contains("Evening &lt;text&gt;</textarea>"))
        #expect(!nowhere.text.contains("Send again"))
        // A missing revision of an existing feature is an ordinary 404.
        let missing = try console.post("/features/home.deals/revisions/9/comments", as: "ana", [("text", typed)])
        #expect(missing.status == .notFound && missing.text.contains("There is no page at this address."))
    }

    @Test func `a form is refused if its feature's name now belongs to another feature, and changes neither`() throws {
        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        let pages: [String: String] = [
            "ana": try #require(try console.get(Self.path + "/editor", as: "ana").field("csrf")),
            "rui": try #require(try console.get(Self.path + "/settings", as: "rui").field("csrf")),
            "mira": try #require(try console.get(Self.path + "/links", as: "mira").field("csrf")),
        ]
        let place = try #require(
            try console.get(Self.path + "/editor", as: "ana").text.firstMatch(of: #/data-presence="([^"]+)"/#))
        let presence = String(place.1).replacing("&amp;", with: "&")
        guard case .renamed = try console.stores.releases.rename(rename, by: .operator) else {
            Issue.record("the feature was not renamed")
            return
        }
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        let typed = "Evening <text>"
        let forms: [(String, String, [(String, String)])] = [
            ("/revisions", "ana", [("text", typed), ("parent", "2"), ("started", "2")]),
            ("/merges", "ana", [("text", typed), ("parent", "1"), ("head", "2")]),
            ("/checks", "ana", [("text", typed), ("copy", "one"), ("parent", "2"), ("started", "2")]),
            ("/working-copy/discards", "ana", [("note", typed)]),
            ("/revisions/1/comments", "ana", [("text", typed), ("pointer", "")]),
            ("/revisions/1/reviews", "ana", [("note", typed)]),
            ("/revisions/1/names", "ana", [("name", typed)]),
            ("/labels", "ana", [("owner", typed), ("tags", "")]),
            ("/clones", "ana", [("name", typed)]),
            ("/archives", "ana", [("reason", typed)]),
            ("/devices", "mira", [("name", typed)]),
            ("/cache-times", "rui", [("note", typed), ("fresh", "1")]),
            ("/renames", "rui", [("name", "home.sale"), ("note", typed), ("grace_days", "0")]),
        ]
        let before = try console.stores.audit.events().count
        for (target, name, fields) in forms {
            let page = try console.post(Self.path + target, as: name, fields, csrf: pages[name])
            #expect(page.status == .conflict, "\(target)")
            #expect(
                page.text.contains(
                    "home.offers now belongs to another feature. "
                        + "Your input was meant for the feature that is now called home.deals."), "\(target)")
            #expect(page.text.contains("action=\"/features/home.deals\(target)\""), "\(target)")
            #expect(page.text.contains("value=\"Evening &lt;text&gt;\""), "\(target)")
            #expect(page.text.contains("<a class=\"button\" href=\"/features/home.deals\">"), "\(target)")
        }
        #expect(try console.get(presence, as: "ana").status == .notFound)
        #expect(try console.stores.audit.events().count == before)
        #expect(try console.stores.revisions.head(of: "home.offers")?.number == 2)

        // Sending the form again to the renamed feature, as the page offers, saves it.
        let again = try console.post(
            "/features/home.deals/revisions", as: "ana", [("text", SampleTexts.other), ("parent", "1")],
            csrf: pages["ana"])
        #expect(again.status == .seeOther)
        #expect(try console.stores.revisions.head(of: "home.deals")?.number == 2)
        // Forms of the new feature are accepted, and so are forms whose CSRF token names no feature.
        let fresh = try #require(try console.get(Self.path + "/editor", as: "ana").field("csrf"))
        for (parent, token) in [("2", fresh), ("3", try console.csrf(of: "ana"))] {
            let text = parent == "2" ? SampleTexts.screen : SampleTexts.other
            let saved = try console.post(
                Self.path + "/revisions", as: "ana", [("text", text), ("parent", parent), ("started", parent)],
                csrf: token)
            #expect(saved.status == .seeOther)
        }
        // No feature has the id in the CSRF token.
        let unknown = try console.post(
            Self.path + "/labels", as: "ana", [("owner", typed), ("tags", "")],
            csrf: "\(try console.csrf(of: "ana")).999999")
        #expect(unknown.status == .conflict && unknown.text.contains("Evening &lt;text&gt;</textarea>"))
    }

    @Test func `the former address of a renamed feature redirects with a notice, and accepts forms`() throws {
        try console.publish("home.offers", revision: 1, from: "9.0")
        let form = try console.get(Self.path + "/settings", as: "rui").text
        #expect(form.contains("Rename feature"))
        #expect(try !console.get(Self.path + "/settings", as: "ana").text.contains("Rename feature"))
        let taken = try console.post(
            Self.path + "/renames", as: "rui", [("name", "home.poll"), ("grace_days", "30")])
        #expect(
            taken.status == .unprocessableContent
                && taken.text.contains("A feature named home.poll already exists. Choose another name."))
        let endless = try console.post(
            Self.path + "/renames", as: "rui", [("name", "home.deals"), ("grace_days", "9999")])
        #expect(endless.status == .unprocessableContent && endless.text.contains("A grace period has 0 to 1000 days."))

        let done = try console.post(
            Self.path + "/renames", as: "rui", [("name", "home.deals"), ("grace_days", "30")])
        #expect(done.location == "/features/home.deals/settings")
        #expect(try console.get("/features/home.deals/settings", as: "rui").text.contains("home.offers works until"))

        let moved = try console.get(Self.path + "/revisions/1?tab=text", as: "ana")
        #expect(moved.status == .seeOther && moved.location == "/features/home.deals/revisions/1?tab=text")
        let page = try console.get("/features/home.deals/revisions/1?tab=text", as: "ana")
        #expect(page.text.contains("This feature was renamed."))
        for (address, present) in [
            ("/features/%68ome.offers/settings", "/features/home.deals/settings"),
            ("/%66eatures/home.offers/revisions/%31", "/features/home.deals/revisions/%31"),
            ("/features/home.offers", "/features/home.deals"),
        ] {
            #expect(try console.get(address, as: "ana").location == present)
        }
        // A form that was opened under the former name is saved.
        let saved = try console.post(
            Self.path + "/revisions", as: "ana", [("text", SampleTexts.other), ("parent", "1")])
        #expect(saved.status == .seeOther)
        #expect(try console.stores.revisions.head(of: "home.deals")?.number == 2)
        #expect(try console.get("/releases", as: "ana").text.contains("Renamed"))
    }

    @Test func `pages that prepare a release state how long caches may serve the previous answer`()
        throws
    {
        try console.publish("home.offers", revision: 1, from: "9.0")
        func form(_ fresh: String, _ revalidating: String = "0", _ offline: String = "0") -> [(String, String)] {
            [("fresh", fresh), ("stale_while_revalidate", revalidating), ("stale_if_error", offline)]
        }
        let path = Self.path + "/cache-times"
        for wrong in ["", "x", "-1", "86401", "1.5"] {
            let refused = try console.post(path, as: "rui", form(wrong))
            #expect(refused.status == .unprocessableContent && refused.text.contains("cache-problem"), "\(wrong)")
        }
        #expect(try console.post(path, as: "rui", form("3600", "60")).notice == "cache-time-changed")
        #expect(try console.get(Self.path + "/settings", as: "ana").field("fresh") == "3600")
        #expect(try console.post(path, as: "rui", form("3600", "60")).notice == "settings-unchanged")
        #expect(try console.get("/releases", as: "ana").text.contains("Cache times changed"))

        let review = "/releases/new?revision=1&platform=ios&from=9.5&until=&reason=x"
        let pages =
            ["/switch-offs/new", review, "/rollbacks/new?to=0"].map { Self.path + $0 } + [
                "/rollbacks/new?release=1"
            ]
        // Answers cached before the change keep the previous cache times, so the longer of both times is shown.
        let sentence = """
            Caches may serve the previous answer for 1 hour, for 5 minutes more while they refresh it and for 1 day if they \
            cannot reach Galley.
            """
        for page in pages { #expect(try console.get(page, as: "rui").text.contains(sentence), "\(page)") }
        let off = try console.post(
            Self.path + "/switch-offs", as: "rui",
            [("reason", "x"), ("confirmation", "home.offers"), ("expected", "2"), ("key", "k")])
        #expect(off.notice == "switched-off.3.3600-300-86400")
        // Other features have the default times.
        try console.feature("home.other", SampleTexts.screen)
        try console.publish("home.other", revision: 1, from: "9.0")
        let other = try console.get("/features/home.other/switch-offs/new", as: "rui").text
        #expect(other.contains("for 30 seconds, for 5 minutes more while they refresh it and for 1 day"))
    }

    @Test func `a revision named in the editor or on its page has its name in lists and selections`()
        throws
    {
        let saved = try console.post(
            Self.path + "/revisions", as: "ana",
            [("text", SampleTexts.other), ("parent", "1"), ("revision_name", "Spring <launch>")])
        #expect(saved.status == .seeOther)
        let list = try console.get(Self.path + "/revisions", as: "ana").text
        #expect(list.contains("<strong><bdi>Spring &lt;launch&gt;</bdi></strong>"))
        for path in ["/comparison", "/releases/new?revision=2"] {
            #expect(try console.get(Self.path + path, as: "mira").text.contains("Revision 2 · Spring &lt;launch&gt;"))
        }
        let named = try console.post(Self.path + "/revisions/1/names", as: "ana", [("name", "First")])
        #expect(named.location == Self.path + "/revisions/1" && named.notice == "revision-named")
        #expect(try console.get(Self.path + "/revisions/1", as: "ana").text.contains("<bdi>First</bdi>"))
        let long = try console.post(
            Self.path + "/revisions/1/names", as: "ana", [("name", String(repeating: "x", count: 101))])
        #expect(long.status == .unprocessableContent && long.field("name") == String(repeating: "x", count: 101))
        #expect(long.text.contains("id=\"name-problem\">A name has at most 100 characters"))
        #expect(try console.post(Self.path + "/revisions/9/names", as: "ana", [("name", "x")]).status == .notFound)
    }

    @Test func `cloning a feature leads to the clone, and a taken name or missing revision is refused`() throws {
        let form = try console.get(Self.path + "/settings", as: "ana")
        #expect(form.field("revision") == "1")
        let taken = try console.post(Self.path + "/clones", as: "ana", [("name", "home.poll"), ("revision", "1")])
        #expect(taken.status == .unprocessableContent && taken.text.contains("named home.poll already exists"))
        let bad = try console.post(Self.path + "/clones", as: "ana", [("name", "home.copy"), ("revision", "x")])
        #expect(bad.status == .unprocessableContent && bad.text.contains("There is no such revision."))

        let done = try console.post(Self.path + "/clones", as: "ana", [("name", "home.copy"), ("revision", "1")])
        #expect(done.location == "/features/home.copy" && done.notice == "feature-cloned")
        #expect(try console.get("/features/home.copy", as: "ana").text.contains("Cloned from home.offers revision 1"))
    }

    @Test func `a live feature cannot be archived, and an archived feature is listed only by its state`() throws {
        try console.publish("home.offers", revision: 1, from: "9.0")
        #expect(try console.get(Self.path + "/settings", as: "ana").text.contains("Clients on iOS get this feature."))
        let refused = try console.post(Self.path + "/archives", as: "ana", [("reason", "old")])
        #expect(refused.status == .conflict && refused.text.contains("Clients on iOS get this feature."))

        let off = SwitchRequest(feature: "home.offers", reason: "old")
        _ = try console.stores.releases.switchOff(off, by: .operator)
        let done = try console.post(Self.path + "/archives", as: "ana", [("reason", "Replaced by <deals>")])
        #expect(done.location == Self.path && done.notice == "feature-archived")
        #expect(try names("/features") == ["home.poll"])
        #expect(try names("/features?state=archived") == ["home.offers"])
        let page = try console.get(Self.path, as: "rui").text
        #expect(page.contains("Archived by ana") && !page.contains("releases/new"))
        let publish = try console.get(
            Self.path + "/releases/new?revision=1&platform=ios&from=9.0&reason=x", as: "rui")
        #expect(publish.text.contains("home.offers is archived; restore it first."))
        #expect(try console.get(Self.path + "/settings", as: "ana").text.contains("Replaced by &lt;deals&gt;"))

        #expect(try console.post(Self.path + "/restorations", as: "ana").notice == "feature-restored")
        #expect(try names("/features") == ["home.offers", "home.poll"])
        #expect(try console.post(Self.path + "/restorations", as: "ana").notice == "settings-unchanged")
    }

    @Test func `an overlong reason for archiving is refused and stays in the form`() throws {
        let reason = String(repeating: "x", count: FeatureArchive.maximumReasonLength + 1)
        let refused = try console.post(Self.path + "/archives", as: "ana", [("reason", reason)])
        #expect(refused.status == .unprocessableContent && refused.field("reason") == reason)
        #expect(refused.text.contains("id=\"reason-problem\">A reason has at most"))
        #expect(try console.stores.features.summary(of: "home.offers")?.archive == nil)
    }

    @Test func `if all features are archived, the list links to the archived ones`() throws {
        for name in ["home.offers", "home.poll"] {
            _ = try console.stores.features.archive(name, reason: "", by: .operator)
        }

        #expect(try console.get("/features", as: "ana").text.contains("href=\"/features?state=archived\""))
    }
}

import HTTPTypes
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Reviews in the console", .englishTexts) struct ReviewTests {
    private static let path = "/features/home.offers/revisions/2"

    /// Returns a console with one required approval, the reviewers Lea and Noor, and two revisions by Ana, of which the
    /// first is live.
    private func console() throws -> TestConsole {
        let console = try TestConsole()
        for (name, roles) in [("lea", Set([Role.reviewer])), ("noor", [.reviewer, .analyst])] {
            _ = try console.stores.accounts.add(
                name: name, password: TestConsole.password, roles: roles, by: .operator)
        }
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        #expect(try console.post("/policies", as: "mira", [("required", "1")]).status == .seeOther)
        return console
    }

    @Test func `verdicts of people who may no longer review do not count`() throws {
        let console = try console()
        let reviews = console.stores.reviews
        func account(_ name: String) throws -> Actor {
            try #require(try console.stores.accounts.account(named: name)).actor
        }
        let (lea, noor) = (try account("lea"), try account("noor"))
        _ = try reviews.give(.approved, to: 2, of: "home.offers", by: lea)
        _ = try reviews.give(.changesRequested, to: 2, of: "home.offers", note: "Too long", by: noor)
        let refused = try publish(2, in: console)
        #expect(refused.page.status == .unprocessableContent && refused.done == nil)

        // Noor can no longer withdraw the request for changes.
        _ = try console.stores.accounts.setRoles(of: "noor", to: [.analyst], by: .operator)
        let page = try console.get("/features/home.offers/revisions/2/review", as: "lea").text
        #expect(page.contains("no longer has the Reviewer role"))
        #expect(try reviews.summary(of: 2, of: "home.offers")?.allowsPublishing == true)

        _ = try console.stores.accounts.disable("lea", by: .operator)
        #expect(try reviews.summary(of: 2, of: "home.offers")?.allowsPublishing == false)
        let again = try publish(2, in: console)
        #expect(again.page.status == .unprocessableContent && again.done == nil)
        _ = try console.stores.accounts.enable("lea", by: .operator)
        #expect(try publish(2, in: console).done?.status == .seeOther)
    }

    private func save(_ title: String, on parent: Int, as name: String, in console: TestConsole) throws {
        let text = SampleTexts.screen.replacing("\"Offers\"", with: "\"\(title)\"")
        let saved = try console.post(
            "/features/home.offers/revisions", as: name, [("text", text), ("parent", "\(parent)")])
        #expect(saved.status == .seeOther)
    }

    /// Opens the publish page as Rui and confirms it; `done` is nil if the page cannot be confirmed.
    private func publish(
        _ revision: Int, _ more: String = "", in console: TestConsole
    ) throws -> (page: Response, done: Response?) {
        let page = try console.get(
            "/features/home.offers/releases/new?revision=\(revision)&platform=ios&from=9.0&until=&reason=Spring\(more)",
            as: "rui")
        guard let href = page.confirmHref else { return (page, nil) }
        var fields = [
            ("revision", "\(revision)"), ("platform", "ios"), ("from", "9.0"), ("until", ""), ("reason", "Spring"),
        ]
        if !more.isEmpty { fields.append(("break_glass", "1")) }
        return (page, try console.post(href, as: "rui", fields))
    }

    @Test func `the review shows what changes for clients, and two previews with outlined changes`()
        throws
    {
        let console = try console()

        let page = try console.get(Self.path + "/review", as: "lea").text
        #expect(page.contains("id=\"effect-heading\""))
        // `bdi` elements keep the revisions in the order of the arrow on right-to-left pages.
        #expect(page.contains("<bdi>revision 1</bdi> <span class=\"arrow\""))
        #expect(page.matches(of: /<iframe [^>]*src="[^"]*mark=/).count == 2)
        #expect(page.contains("Clients get after publishing"))
        // The warning about missing approvals is omitted, because they are given on this page.
        #expect(!page.contains("required approval. This release is made anyway."))
        #expect(try console.stores.releases.newest() == 1)

        try console.feature("home.draft", SampleTexts.screen)
        let first = try console.get("/features/home.draft/revisions/1/review", as: "lea")
        #expect(first.status == .ok && !first.text.contains("effect-heading"))
    }

    @Test func `a review without differences states the reason`() throws {
        let console = try console()
        func page(_ revision: Int, of feature: String = "home.offers") throws -> String {
            try console.get("/features/\(feature)/revisions/\(revision)/review", as: "lea").text
        }
        // Revision 1 is live, and there is no earlier revision to compare with.
        let live = try page(1)
        #expect(live.contains("This revision is live, and no earlier revision was live just before, so there is"))
        #expect(live.contains("<span class=\"badge live\">Live</span>") && !live.contains("Draft"))
        #expect(live.contains("ana saved this revision or an earlier one and cannot approve or request changes."))
        #expect(!live.contains("not JSON") && !live.contains("saved a revision after"))

        _ = try console.stores.revisions.save(
            feature: "home.offers", bytes: Array("{".utf8), by: Actor(accountID: nil, name: "ana"))
        let broken = try page(3)
        #expect(broken.contains("Revision 3 is not JSON. Compare shows the lines that differ."))
        #expect(broken.contains("ana saved a revision after revision 1 and cannot approve or request changes."))

        try console.feature("home.draft", SampleTexts.screen, SampleTexts.other)
        #expect(try page(1, of: "home.draft").contains("This feature is not live, so"))
        _ = try console.stores.reviews.setPolicy(0, of: "home.draft", by: .operator)
        try console.publish("home.draft", revision: 2, from: "9.0")
        #expect(try page(1, of: "home.draft").contains("No revision before this one is live"))
    }

    @Test func `a revision that is published only on switched-off platforms is not called live`() throws {
        let console = try console()
        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "Wrong")
        guard case .released = try console.stores.releases.switchOff(off, by: .operator) else {
            Issue.record("no release was made")
            return
        }

        let own = try console.get("/features/home.offers/revisions/1/review", as: "lea").text
        #expect(own.contains("This revision is published only on platforms that are switched off, so no client gets"))
        #expect(!own.contains("This revision is live"))
        let next = try console.get(Self.path + "/review", as: "lea").text
        #expect(next.contains("Since revision 1, which is published only on platforms that are switched off."))
    }

    @Test func `a review compares with the revision that most clients get, and says its share of them`() throws {
        let console = try console()
        let text = SampleTexts.screen.replacing("\"Offers\"", with: "\"Third\"")
        _ = try console.stores.revisions.save(
            feature: "home.offers", bytes: Array(text.utf8), by: Actor(accountID: nil, name: "ana"))
        func publish(_ revision: Int, from version: String, percent: RolloutPercent) throws {
            let request = PublishRequest(
                feature: "home.offers", revision: revision, platform: "ios", from: try ClientVersion(version),
                percent: percent, reason: "x", breakGlass: true)
            guard case .released = try console.stores.releases.publish(request, by: .operator) else {
                throw NotReleased()
            }
        }
        func page() throws -> String {
            try console.get("/features/home.offers/revisions/3/review", as: "lea").text
        }
        try publish(2, from: "10.0", percent: 1)
        #expect(try page().contains("Since revision 1, which is live."))
        try publish(1, from: "9.0", percent: 5)
        #expect(try page().contains("Since revision 1, which is live for up to 5 % of clients."))
    }

    @Test func `the start page redirects to What needs you if it has items, otherwise to the features`() throws {
        let console = try console()
        #expect(try console.get("/").location?.hasPrefix("/sessions/new") == true)
        #expect(try console.get("/", as: "lea").location == "/features")
        _ = try console.post(Self.path + "/reviews", as: "ana", [("person", "lea")])
        #expect(try console.get("/", as: "lea").location == "/reviews")
        #expect(try console.get("/", as: "noor").location == "/features")

        let feature = try #require(try console.stores.features.feature(named: "home.offers"))
        let noor = try #require(try console.stores.accounts.list().first { $0.name == "noor" })
        try console.stores.workingCopies.keep(
            WorkingCopy(
                editor: "one", bytes: Array("{".utf8), parent: 2, started: 2, note: "", changedAt: TestConsole.now),
            of: feature, by: noor)
        #expect(try console.get("/", as: "noor").location == "/reviews")
        #expect(
            try console.get("/reviews", as: "noor").text.contains("href=\"/features/home.offers/editor?copy=1\""))
        #expect(try !console.get("/reviews", as: "lea").text.contains("Your unsaved texts"))

        let report = FailureReport(
            feature: "home.offers", revision: 1, platform: "ios", clientVersion: "9.1", pointer: "",
            reason: "unknown <type>")
        #expect(try console.stores.renderFailures.count(report, by: FailureReporter(address: nil)))
        #expect(try console.get("/reviews", as: "lea").text.contains("unknown &lt;type&gt;"))
    }

    @Test func `the page of open reviews says that it leaves out live revisions`() throws {
        let console = try console()
        let asked = try console.post(
            "/features/home.offers/revisions/1/reviews", as: "ana", [("person", "lea")])
        #expect(asked.notice == "review-requested")

        #expect(
            try console.get("/reviews", as: "lea").text.contains(
                "<h2>No open reviews of revisions that are not live</h2>"))
    }

    @Test func `the pages for publishing and rolling back show the differences of the texts`() throws {
        let console = try console()
        let publish = try console.get(
            "/features/home.offers/releases/new?revision=2&platform=ios&from=9.0&until=&reason=x&break_glass=1",
            as: "rui"
        ).text
        let heading = "<summary>Differences between revision"
        #expect(publish.contains("\(heading) 1 and revision 2</summary>") && publish.contains("Good evening"))
        let released = try console.stores.releases.publish(
            PublishRequest(
                feature: "home.offers", revision: 2, platform: "ios", from: ClientVersion("9.0"), reason: "x",
                breakGlass: true), by: .operator)
        guard case .released = released else { throw NotReleased() }
        let back = try console.get("/features/home.offers/rollbacks/new?to=1", as: "rui").text
        #expect(back.contains("\(heading) 2 and revision 1</summary>") && back.contains("Good evening"))
    }

    @Test
    func `of many changed revisions the first are compared on the page, some linked, and the rest counted`()
        throws
    {
        let console = try TestConsole()
        let texts = (1...24).map { SampleTexts.screen.replacing("\"Offers\"", with: "\"Offers \($0)\"") }
        try console.feature("home.many", texts)
        for number in 1...24 { try console.publish("home.many", revision: number, from: "\(number).0") }

        let back = try console.get("/features/home.many/rollbacks/new?to=1", as: "rui").text

        #expect(back.contains("<summary>Differences between revision 24 and revision 1</summary>"))
        #expect(back.matches(of: /<summary>Differences between/).count == 3)
        let link = #"<a href="/features/home.many/comparison?a=21&amp;b=1">Differences between revision 21 and"#
        #expect(back.contains(link))
        #expect(back.matches(of: /">Differences between/).count == 17)
        #expect(back.contains("3 more are not listed."))
    }

    private struct NotReleased: Error {}

    @Test func `a review is requested, and the revision is approved and published`() throws {
        let console = try console()

        let before = try publish(2, in: console)
        let asked = try console.post(
            "\(Self.path)/reviews", as: "ana", [("person", "lea"), ("role", "reviewer"), ("note", "Evening <text>")])
        let needs = try console.get("/reviews", as: "lea")
        let page = try console.get("\(Self.path)/review", as: "lea")
        let approved = try console.post(
            "\(Self.path)/approvals", as: "lea",
            [("verdict", "approved"), ("hash", try #require(page.field("hash"))), ("note", "Good")])
        let ready = try console.get("/reviews", as: "rui")
        let after = try publish(2, in: console)

        #expect(before.page.status == .unprocessableContent)
        #expect(before.page.text.contains("Revision 2 has 0 of 1 required approval."))
        #expect(before.page.text.contains("href=\"\(Self.path)/review\""))
        #expect(asked.notice == "review-requested")
        #expect(needs.text.contains("Waiting for your review"))
        #expect(needs.text.contains("Evening &lt;text&gt;"))
        #expect(page.text.contains("Good day"))
        #expect(page.text.contains("Good evening"))
        #expect(approved.notice == "revision-approved")
        #expect(ready.text.contains("Approved, ready to publish"))
        #expect(after.done?.notice == "released.2")
        #expect(try !console.get("/reviews", as: "rui").text.contains("Approved, ready to publish"))
        #expect(try console.get("/features/home.offers", as: "ana").text.contains(">Approved</a>"))
    }

    @Test func `a revision saved after the approval cannot be published`() throws {
        let console = try console()
        _ = try console.post("\(Self.path)/approvals", as: "lea", [("verdict", "approved")])
        try save("Edited", on: 2, as: "ana", in: console)

        let (page, done) = try publish(3, in: console)

        #expect(page.status == .unprocessableContent)
        #expect(done == nil)
        #expect(page.text.contains("Revision 3 has 0 of 1 required approval."))
        #expect(try console.stores.releases.newest() == 1)
    }

    @Test func `a publish page opened before an approval was withdrawn is refused`() throws {
        let console = try console()
        _ = try console.post("\(Self.path)/approvals", as: "lea", [("verdict", "approved")])
        let page = try console.get(
            "/features/home.offers/releases/new?revision=2&platform=ios&from=9.0&until=&reason=Spring", as: "rui")
        _ = try console.post("\(Self.path)/approvals", as: "lea", [("verdict", "withdrawn")])

        let done = try console.post(
            try #require(page.confirmHref), as: "rui",
            [("revision", "2"), ("platform", "ios"), ("from", "9.0"), ("until", ""), ("reason", "Spring")])

        #expect(done.status == .unprocessableContent)
        #expect(try console.stores.releases.newest() == 1)
    }

    @Test func `a verdict by somebody who saved the text, and an approval of another hash, are refused`() throws {
        let console = try console()
        try save("By Noor", on: 2, as: "noor", in: console)
        let path = "/features/home.offers/revisions/3"

        let own = try console.post("\(path)/approvals", as: "noor", [("verdict", "approved")])
        let changes = try console.post(
            "\(path)/approvals", as: "noor", [("verdict", "changes-requested"), ("note", "No")])
        let other = try console.post(
            "\(path)/approvals", as: "lea",
            [("verdict", "approved"), ("hash", String(repeating: "0", count: 64))])
        let analyst = try console.post("\(path)/approvals", as: "ana", [("verdict", "approved")])

        #expect([own.status, changes.status, analyst.status] == [.forbidden, .forbidden, .forbidden])
        for refused in [own, changes] {
            #expect(
                refused.text.contains(
                    "ana and noor saved a revision after revision 1 and cannot approve or request changes."))
        }
        #expect(other.status == .conflict)
        #expect(try !console.get("\(path)/review", as: "noor").text.contains("value=\"approved\""))
        #expect(try console.stores.reviews.summary(of: 3, of: "home.offers")?.verdicts == [])
    }

    @Test func `a break-glass publish is shown on the feature page and in the audit trail`() throws {
        let console = try console()

        let (page, done) = try publish(2, "&break_glass=1", in: console)
        let feature = try console.get("/features/home.offers", as: "ana")

        #expect(page.text.contains("This release is made anyway."))
        #expect(done?.notice == "released.2")
        #expect(
            feature.text.contains("Release 2 published revision 2 with too few approvals (0 of 1), by rui."))
        #expect(feature.text.contains("Spring"))
        let audit = try console.get("/audit?action=approvals.bypassed", as: "mira")
        #expect(audit.text.contains("Published without approvals"))
    }

    @Test func `a comment follows its element to later revisions until the element is removed`() throws {
        let console = try console()
        let review = "\(Self.path)/comments"
        _ = try console.post(review, as: "lea", [("pointer", "/widgets/0/id"), ("text", "Rename <this>?")])
        _ = try console.post(review, as: "ana", [("pointer", ""), ("text", "Fine otherwise")])
        let widget = #"{"type": "SDUIWidget", "id": "first", "content": {"type": "TextView"}},"#
        let moved = SampleTexts.other.replacing("\"widgets\": [", with: "\"widgets\": [\n\(widget)")
        let gone = SampleTexts.other.replacing("\"id\": \"greeting\"", with: "\"id\": \"farewell\"")
            .replacing("Good evening", with: "Good night")
        for (parent, text) in [(2, moved), (3, gone)] {
            _ = try console.post(
                "/features/home.offers/revisions", as: "ana", [("text", text), ("parent", "\(parent)")])
        }

        let followed = try console.get("/features/home.offers/revisions/3/review", as: "lea")
        let lost = try console.get("/features/home.offers/revisions/4/review", as: "lea")

        #expect(followed.text.contains("<code class=\"ltr\">/widgets/<wbr>1/<wbr>id</code>"))
        #expect(followed.text.contains("/features/home.offers/revisions/3#L6"))
        #expect(followed.text.contains("Rename &lt;this&gt;?"))
        #expect(followed.text.contains("on revision 2"))
        #expect(lost.text.contains("no longer in this revision"))
        let unknown = try console.post(review, as: "ana", [("pointer", "/nothing"), ("text", "?")])
        #expect(unknown.status == .unprocessableContent)
    }

    @Test func `a comment on a revision too old to compare is not shown as removed`()
        throws
    {
        let console = try console()
        for number in 2...13 {
            let path = "/features/home.offers/revisions/\(number)/comments"
            _ = try console.post(path, as: "lea", [("pointer", "/widgets/0/id"), ("text", "Again \(number)")])
            try save("Offers \(number)", on: number, as: "ana", in: console)
        }

        let page = try console.get("/features/home.offers/revisions/14/review", as: "lea")

        #expect(page.text.contains("Again 2") && page.text.contains("Again 13"))
        #expect(!page.text.contains("no longer in this revision"))
    }

    @Test func `a comment is not shown as removed from a revision that is not JSON`() throws {
        let console = try console()
        let comments = "\(Self.path)/comments"
        _ = try console.post(comments, as: "lea", [("pointer", "/widgets/0/id"), ("text", "Rename?")])
        _ = try console.stores.revisions.save(
            feature: "home.offers", bytes: Array("{".utf8), by: Actor(accountID: nil, name: "ana"))

        let page = try console.get("/features/home.offers/revisions/3/review", as: "lea")

        #expect(page.text.contains("Rename?") && page.text.contains("/widgets/<wbr>0/<wbr>id</code>"))
        #expect(!page.text.contains("no longer in this revision"))
    }

    @Test func `a refused comment and a refused note stay in their forms, with the problem`() throws {
        let console = try console()
        let comments = Self.path + "/comments"
        let text = "Line <one>\nand two"

        let unknown = try console.post(comments, as: "lea", [("pointer", "/nothing"), ("text", text)])
        #expect(unknown.status == .unprocessableContent)
        #expect(unknown.text.contains("Line &lt;one&gt;\nand two</textarea>"))
        #expect(unknown.field("pointer") == "/nothing")
        #expect(unknown.text.contains("id=\"pointer-problem\">This revision has no element at /nothing."))

        let long = String(repeating: "x", count: ReviewStore.maximumTextLength + 1)
        let refused = try console.post(comments, as: "lea", [("pointer", "/title"), ("text", long)])
        #expect(refused.status == .unprocessableContent && refused.field("pointer") == "/title")
        #expect(refused.text.contains("\(long)</textarea>") && refused.text.contains("id=\"comment-problem\""))
        #expect(!refused.text.contains("id=\"pointer-problem\""))

        let note = try console.post(
            Self.path + "/approvals", as: "lea", [("verdict", "changes-requested"), ("note", long)])
        #expect(note.status == .unprocessableContent && note.text.contains("\(long)</textarea>"))
        #expect(note.text.contains("id=\"verdict-note-problem\""))
        #expect(try console.stores.reviews.comments(of: "home.offers", after: 0, upTo: 2).isEmpty)
    }

    @Test func `a refused review request keeps its note, people and roles`() throws {
        let console = try console()
        let (reviews, fields) = (Self.path + "/reviews", [("person", "lea"), ("role", "reviewer")])
        let chosen = ["name=\"person\" value=\"lea\" checked", "name=\"role\" value=\"reviewer\" checked"]

        let unknown = try console.post(
            reviews, as: "ana", fields + [("person", "nobody"), ("note", "Evening <text>")])
        #expect(unknown.status == .unprocessableContent)
        #expect(unknown.text.contains("id=\"request-note\" name=\"note\" value=\"Evening &lt;text&gt;\""))
        #expect(unknown.text.contains("id=\"people-problem\">nobody cannot be asked."))
        #expect(!unknown.text.contains("id=\"request-note-problem\""))
        for mark in chosen { #expect(unknown.text.contains(mark), "\(mark)") }

        let long = String(repeating: "x", count: ReviewStore.maximumTextLength + 1)
        let refused = try console.post(reviews, as: "ana", fields + [("note", long)])
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("name=\"note\" value=\"\(long)\""))
        #expect(refused.text.contains("id=\"request-note-problem\">The text is too long"))
        #expect(!refused.text.contains("id=\"people-problem\""))
        for mark in chosen { #expect(refused.text.contains(mark), "\(mark)") }
        #expect(try console.stores.reviews.pending().isEmpty)
    }

    @Test func `a request for changes is shown to the author, and a feature can have its own policy`() throws {
        let console = try console()
        _ = try console.post("\(Self.path)/reviews", as: "ana")
        let empty = try console.post("\(Self.path)/approvals", as: "lea", [("verdict", "changes-requested")])
        let asked = try console.post(
            "\(Self.path)/approvals", as: "lea", [("verdict", "changes-requested"), ("note", "Shorter")])

        #expect(empty.status == .unprocessableContent)
        #expect(asked.notice == "changes-requested")
        #expect(try console.get("/reviews", as: "ana").text.contains("Changes requested from you"))
        #expect(try publish(2, in: console).page.text.contains("A reviewer has requested changes to revision 2."))
        #expect(
            try console.post("/features/home.offers/policies", as: "mira", [("required", "0")]).notice
                == "policy-changed")
        #expect(try publish(2, in: console).done?.notice == "released.2")
        let tooMany = try console.post("/features/home.offers/policies", as: "mira", [("required", "7")])
        #expect(tooMany.status == .unprocessableContent)
    }
}

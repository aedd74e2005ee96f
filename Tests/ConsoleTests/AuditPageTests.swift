import Foundation
import HTTPTypes
import MicroHTTP
import Publishing
import TestSupport
import Testing

@testable import Console

@Suite("The page of the audit trail", .englishTexts) struct AuditPageTests {
    @Test func `events are filtered by actor, action, subject and day, and paged by number`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        try console.feature("home.other", SampleTexts.screen, SampleTexts.other)
        try console.publish("home.offers", revision: 1, from: "9.0")
        func subjects(_ query: String) throws -> [String] {
            let page = try console.get("/audit?\(query)", as: "rui")
            #expect(page.status == .ok)
            return page.text.matches(of: /data-label="Subject">(?:<a [^>]*>|<bdi[^>]*>)([^<]*)</).map { String($0.1) }
        }
        #expect(try subjects("actor=ana&action=revision.saved") == ["home.other", "home.other", "home.offers"])
        #expect(try subjects("subject=home.offers") == ["release 1", "home.offers", "home.offers"])
        #expect(try subjects("subject=home.offers&until=2020-01-01") == [])
        #expect(try subjects("subject=home.offers&since=2020-01-01&until=2100-01-01").count == 3)
        let events = try console.stores.audit.events(limit: 3).map(\.number)
        #expect(try subjects("before=\(events[1])").count == events[1] - 1)
        #expect(try console.get("/audit?actor=%00&before=-1&since=x", as: "rui").text.contains("No event matches"))
    }

    @Test(arguments: ["since", "until"])
    func `a day that is not a date is reported beside its field with 400 and ignored`(field: String) throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        for day in ["x", "2026-13-01", "2026-11-22T08:00", "2026"] {
            for path in ["/audit?subject=home.offers&", "/audit/export?"] {
                let page = try console.get("\(path)\(field)=\(day)", as: "rui")
                #expect(page.status == .badRequest, "\(path)\(day)")
                #expect(
                    page.text.contains(
                        "<p class=\"wrong\" id=\"\(field)-problem\">“\(day)” is not a date, so it was ignored.</p>"))
                #expect(page.text.contains(">home.offers</a>"))
            }
        }
        let page = try console.get("/audit?\(field)=", as: "rui")
        #expect(page.status == .ok && !page.text.contains("\(field)-problem"))
    }

    @Test func `a page has a hundred events and a link to the older ones`() throws {
        let console = try TestConsole()
        for number in 1...105 {
            _ = try console.stores.features.create(
                name: "many.n\(number)", kind: "/screens/Screen", by: Actor(accountID: nil, name: "ana"))
        }
        let first = try console.get("/audit?action=feature.created", as: "rui").text
        let older = try #require(first.firstMatch(of: /href="([^"]*)">Older</)).1
        let second = try console.get(String(older).replacing("&amp;", with: "&"), as: "rui").text
        #expect(first.contains("many.n105") && !first.contains(">many.n5<"))
        #expect(second.contains(">many.n5<") && !second.contains("many.n105") && !second.contains(">Older<"))
    }

    @Test func `events about a feature link to its page`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let ana = Actor(accountID: nil, name: "ana")
        _ = try console.stores.features.label("home.offers", by: ana) { labels in
            labels.owner = "Growth"
            labels.tags = ["spring"]
        }
        #expect(try console.stores.features.archive("home.offers", reason: "", by: ana) == .done)
        #expect(try console.stores.features.restore("home.offers", by: ana) == .done)
        for action in ["feature.owner-changed", "feature.tags-changed", "feature.archived", "feature.restored"] {
            let page = try console.get("/audit?action=\(action)", as: "rui").text
            #expect(page.contains("href=\"/features/home.offers\">home.offers</a>"), "\(action)")
        }
        let accounts = try console.get("/audit?action=account.added", as: "rui").text
        #expect(accounts.contains("A file has at most \(AuditExport.maximumEvents) events."))
        #expect(accounts.contains("<bdi class=\"ltr\">ana</bdi>") && !accounts.contains("href=\"/features/ana\""))
    }

    @Test func `the validity of a saved revision is shown as yes or no`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen, SampleTexts.misspelt)
        let details = try console.get("/audit?subject=home.offers&action=revision.saved", as: "rui").text
            .matches(of: />Valid<\/span> <bdi[^>]*>([^<]*)</).map { String($0.1) }
        #expect(details == ["no", "yes"])
        // An empty reason is not listed.
        #expect(
            try console.stores.features.archive("home.offers", reason: "", by: Actor(accountID: nil, name: "ana"))
                == .done)
        let archived = try console.get("/audit?action=feature.archived", as: "rui").text
        #expect(archived.contains(">home.offers</a>") && !archived.contains(">Reason</span>"))
    }

    @Test func `every member of an event's detail has a title for people`() throws {
        let folder = URL(filePath: PackageRoot.path + "/Sources/Publishing")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var members: Set<String> = ["byToken", "byTokenName"]
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            for call in try String(contentsOf: file, encoding: .utf8)
                .matches(of: /(?:AuditStore|Self)\.append\(([\s\S]*?)on: connection\)/)
            {
                members.formUnion(call.1.matches(of: /"(\w+)":/).map { String($0.1) })
            }
        }

        #expect(members.count > 50)
        #expect(members.filter { AuditDetailName.title(of: $0) == $0 } == [])
    }
}

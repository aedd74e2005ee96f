import Foundation
import HTTPTypes
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("The list of features in the console") struct FeatureIndexTests {
    private func names(_ response: Response) -> [String] {
        response.text.matches(of: #/<th scope="row"><a class="ltr" href="/features/([^"]+)">/#).map { String($0.1) }
    }

    @Test func `without features the page offers to create the first`() throws {
        let page = try TestConsole().get("/features", as: "ana")

        #expect(page.status == .ok)
        #expect(page.text.contains("Paste a screen or form"))
        #expect(!page.text.contains("role=\"search\""))
    }

    @Test func `a search finds a feature if its name and its kind's title together contain all words`() throws {
        let home = try TestConsole()
        try home.feature("home.offers", SampleTexts.screen)
        try home.feature("home.poll", kind: "/questionnaires/Questionnaire")

        #expect(names(try home.get("/features?q=QUESTION+poll", as: "ana")) == ["home.poll"])
        #expect(names(try home.get("/features?q=home", as: "ana")) == ["home.offers", "home.poll"])
        let nothing = try home.get("/features?q=poll+offers", as: "ana")
        #expect(nothing.status == .ok)
        #expect(nothing.text.contains("No feature matches"))
        #expect(nothing.text.contains("value=\"poll offers\""))
        #expect(nothing.text.contains("data-feature-count>0 features<"))
    }

    @Test func `the list is filtered by kind, platform and state, and sorted`() throws {
        let home = try TestConsole()
        try home.feature("home.offers", SampleTexts.screen)
        try home.feature("home.poll", kind: "/questionnaires/Questionnaire")
        try home.publish("home.offers", revision: 1, from: "9.0")

        let kind = try home.get("/features?kind=%2Fscreens%2FScreen", as: "ana")
        #expect(names(kind) == ["home.offers"])
        #expect(kind.text.contains("<option value=\"/screens/Screen\" selected>"))
        #expect(names(try home.get("/features?platform=ios&state=live", as: "ana")) == ["home.offers"])
        #expect(names(try home.get("/features?platform=web&state=live", as: "ana")) == [])
        #expect(names(try home.get("/features?state=never-published", as: "ana")) == ["home.poll"])
        #expect(names(try home.get("/features?sort=name-desc", as: "ana")) == ["home.poll", "home.offers"])
    }

    @Test func `the column of live rules shows the client versions that get each revision`() throws {
        let home = try TestConsole()
        try home.feature("home.offers", SampleTexts.screen, SampleTexts.other, SampleTexts.wideButton)
        for (revision, version) in [(1, "5.2"), (2, "7.0"), (3, "9.0")] {
            try home.publish("home.offers", revision: revision, from: version)
        }

        func ranges() throws -> [String] {
            try home.get("/features", as: "ana").text.matches(of: #/>r(\d)</span> <span class="ltr mono">([^<]*)</#)
                .map { "r\($0.1) \(String($0.2).trimmingSpaces())" }
        }
        #expect(try ranges() == ["r3 9.0 →", "r2 7.0 → 9.0", "r1 5.2 → 7.0"])

        // A rule with an end serves its range, and the rule from an earlier version serves the versions on both sides.
        let middle = PublishRequest(
            feature: "home.offers", revision: 3, platform: "ios", from: try ClientVersion("6.0"),
            until: try ClientVersion("6.5"))
        _ = try home.stores.releases.publish(middle, by: .operator)
        #expect(try ranges() == ["r3 9.0 →", "r2 7.0 → 9.0", "r3 6.0 → 6.5", "r1 5.2 → 6.0, 6.5 → 7.0"])
    }

    @Test func `a feature with many live rules lists the first six and links to the others`() throws {
        let home = try TestConsole()
        try home.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        for version in 9...14 {
            try home.publish("home.offers", revision: version % 2 + 1, from: "\(version).0")
        }
        func listed() throws -> Int {
            try home.get("/features", as: "ana").text.matches(of: /<span class="badge tone-/).count
        }
        #expect(try listed() == 6)
        #expect(try !home.get("/features", as: "ana").text.contains("more rule"))

        for version in 15...16 {
            try home.publish("home.offers", revision: version % 2 + 1, from: "\(version).0")
        }
        #expect(try listed() == 6)
        #expect(
            try home.get("/features", as: "ana").text.contains(
                "<a href=\"/features/home.offers\">and 2 more rules</a>"))
    }

    @Test(arguments: [
        ([9, 9, 9], "iOS iOS Android Android Web Web", 21), ([2, 9, 1], "iOS iOS Android Android Android Web", 6),
        ([7, 1, 0], "iOS iOS iOS iOS iOS Android", 2), ([2, 2, 2], "iOS iOS Android Android Web Web", 0),
    ])
    func `the listed rules of a feature are of all of its live platforms`(
        counts: [Int], listed: String, others: Int
    ) throws {
        let home = try TestConsole()
        try home.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        for (platform, count) in zip(["ios", "android", "web"], counts) {
            for version in 0..<count {
                let outcome = try home.stores.releases.publish(
                    PublishRequest(
                        feature: "home.offers", revision: version % 2 + 1, platform: platform,
                        from: try ClientVersion("\(version + 9).0")), by: .operator)
                guard case .released = outcome else {
                    Issue.record("not released: \(outcome)")
                    return
                }
            }
        }
        let page = try home.get("/features", as: "ana").text

        let shown = page.matches(of: #/<li><span>(\w+)</span> <span class="badge tone-/#).map { String($0.1) }
        #expect(shown.joined(separator: " ") == listed)
        #expect(page.firstMatch(of: #/>and (\d+) more rules</#).flatMap { Int($0.1) } == (others == 0 ? nil : others))
    }

    @Test func `a rule with many ranges of client versions lists the first three`() throws {
        let home = try TestConsole()
        try home.feature("home.offers", SampleTexts.screen, SampleTexts.other)
        try home.publish("home.offers", revision: 1, from: "9.0")
        for version in 10...12 {
            _ = try home.stores.releases.publish(
                PublishRequest(
                    feature: "home.offers", revision: 2, platform: "ios", from: try ClientVersion("\(version).0"),
                    until: try ClientVersion("\(version).5")), by: .operator)
        }
        let page = try home.get("/features", as: "ana").text

        #expect(page.contains(">9.0 → 10.0, 10.5 → 11.0, 11.5 → 12.0, …</span>"))
    }

    @Test func `an unknown order, page or filter is reported with 400 and ignored`() throws {
        let home = try TestConsole()
        try home.feature("home.offers", SampleTexts.screen)

        for (query, sentence) in [
            ("sort=color", "Ignored the unknown order “color”"), ("page=-1", "Ignored the unknown page “-1”"),
            ("page=0", "Ignored the unknown page “0”"), ("page=two", "Ignored the unknown page “two”"),
            ("page=999999999999", "There is no page 999999999999; this is the last page."),
            ("page=9223372036854775807", "Ignored the unknown page “9223372036854775807”"),
            ("state=odd", "Ignored the unknown state “odd”"),
            ("platform=fridge", "Ignored the unknown platform “fridge”"),
            ("kind=%2FHologram", "Ignored the unknown document kind “/Hologram”"),
            ("q=" + String(repeating: "a", count: 201), "A search can have at most 200 characters"),
        ] {
            let page = try home.get("/features?" + query, as: "ana")

            #expect(page.status == .badRequest)
            #expect(page.text.contains(sentence), "\(query)")
            // An overlong search text is shortened instead of ignored, and no feature matches it.
            #expect(names(page) == (query.hasPrefix("q=") ? [] : ["home.offers"]), "\(query)")
        }
    }

    @Test func `links to pages of the list have the parameters in a fixed order, without default values`() throws {
        let kinds = [DocumentKind(id: "/screens/Screen", name: "Screen", kind: "screen", title: "Screen")]
        let platforms = [Platform(name: "ios", title: "iOS")]
        func query(_ text: String) -> FeatureListQuery {
            FeatureListQuery(QueryItems(parsing: text), kinds: kinds, platforms: platforms)
        }
        let all =
            "q=a%20b&kind=%2Fscreens%2FScreen&platform=ios&state=live&owner=Growth&tag=spring&sort=name-desc"
            + "&page=3"
        let shuffled = all.split(separator: "&").reversed().joined(separator: "&") + "&sort=kind&odd=1"

        #expect(query(all).href(page: 3) == "/features?" + all)
        #expect(query(shuffled).href(page: 3) == "/features?" + all)
        #expect(query(all).href(page: 1) == "/features?\(all.dropLast("&page=3".count))")
        #expect(query("q=+&owner=&tag=%20SPRING%20&sort=name&page=1").href(page: 1) == "/features?q=%2B&tag=spring")
        #expect(query("").href(page: 1) == "/features")
    }

    @Test func `a page of a list of 10,000 features has 40 rows, the total and links to neighboring pages`() throws {
        let home = try TestConsole()
        try home.pool.withConnection { connection in
            try connection.execute(
                """
                INSERT INTO feature (name, kind, author_name)
                SELECT 'team.feature-' || lpad(number::text, 5, '0'), '/screens/Screen', 'test'
                FROM generate_series(1, 10000) AS number
                """)
        }

        let first = try home.get("/features", as: "ana")
        #expect(names(first).count == 40)
        #expect(first.body.count < 100_000)
        #expect(first.text.contains("1 to 40 of 10000 features"))
        #expect(first.text.contains("Page 1 of 250"))
        #expect(!first.text.contains("rel=\"prev\""))
        #expect(first.text.contains("rel=\"next\" href=\"/features?page=2\""))
        let last = try home.get("/features?q=team+feature&page=250", as: "ana")
        #expect(names(last).last == "team.feature-10000")
        #expect(last.text.contains("rel=\"prev\" href=\"/features?q=team%20feature&amp;page=249\""))
        #expect(!last.text.contains("rel=\"next\""))
        #expect(names(try home.get("/features?q=09999", as: "ana")) == ["team.feature-09999"])
    }
}

import Foundation
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import Testing

@testable import Console

@Suite("Pages of lists", .englishTexts) struct ListPageTests {
    private let ana = Actor(accountID: nil, name: "ana")

    @Test(arguments: [(0, 0, nil), (2, 2, nil), (3, 3, nil), (4, 3, 3)] as [(Int, Int, Int?)])
    func `a page knows whether rows follow`(_ count: Int, _ shown: Int, _ end: Int?) {
        let page = ListPage(3) { limit in Array((1...9).prefix(count).prefix(limit)) }
        #expect(page.rows == Array((1...9).prefix(shown)))
        #expect(page.end == end)
        #expect(page.isCut == (end != nil))
    }

    @Test func `a full last page does not link to an empty page`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        for number in 1...99 {
            _ = try console.stores.features.create(name: "many.n\(number)", kind: "/screens/Screen", by: ana)
        }
        let end = Date.now.addingTimeInterval(3_600)
        for _ in 1...100 {
            _ = try console.stores.links.addDevice(for: "home.offers", revision: 1, until: end, by: .operator)
        }
        let pages = ["/audit?action=feature.created", "/features/home.offers/links"]
        for page in pages { #expect(try !console.get(page, as: "rui").text.contains(">Older<"), "\(page)") }

        _ = try console.stores.features.create(name: "many.n100", kind: "/screens/Screen", by: ana)
        _ = try console.stores.links.addDevice(for: "home.offers", revision: 1, until: end, by: .operator)
        for page in pages { #expect(try console.get(page, as: "rui").text.contains(">Older<"), "\(page)") }
    }

    @Test func `the list of schedules says when it is cut`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let request = PublishRequest(
            feature: "home.offers", revision: 1, platform: "ios", from: try ClientVersion("9.0"))
        _ = try console.stores.schedules.add(request, at: .now + 86_400, by: .operator)
        func copy(_ count: Int) throws {
            try console.pool.withConnection {
                try $0.execute(
                    """
                    INSERT INTO schedule (due_at, request, features, reason, break_glass, author_name)
                    SELECT due_at, request, features, reason, break_glass, author_name
                    FROM (SELECT * FROM schedule LIMIT 1) AS one, generate_series(1, \(count))
                    """)
            }
        }
        try copy(199)
        #expect(try !console.get("/schedules", as: "rui").text.contains("Only the first"))
        try copy(1)
        #expect(try console.get("/schedules", as: "rui").text.contains("Only the first 200 are listed."))
    }

    @Test func `the list of deliveries says when it is cut`() throws {
        let console = try TestConsole()
        func deliver(_ count: Int) throws {
            try console.pool.withConnection {
                try $0.execute(
                    """
                    WITH added AS (
                        INSERT INTO webhook (address, events, secret, position, author_name)
                        SELECT 'https://example.com/', ARRAY['release.'], decode(repeat('00', 32), 'hex'), 1, 'mira'
                        FROM generate_series(1, \(count)) RETURNING id)
                    INSERT INTO webhook_delivery (webhook_id, event) SELECT id, 1 FROM added
                    """)
            }
        }
        try deliver(100)
        #expect(try !console.get("/webhooks", as: "mira").text.contains("Only the first"))
        try deliver(1)
        #expect(try console.get("/webhooks", as: "mira").text.contains("Only the first 100 are listed."))
    }

    /// Adds features named after numbers, each with a copy of the first revision.
    private func addRevisions(_ numbers: ClosedRange<Int>, to console: TestConsole) throws {
        for number in numbers {
            _ = try console.stores.features.create(name: "many.n\(number)", kind: "/screens/Screen", by: ana)
        }
        try console.pool.withConnection {
            try $0.execute(
                """
                INSERT INTO revision (feature_id, number, content_hash, schema_release, valid, report, note, author_name)
                SELECT feature.id, 1, content_hash, schema_release, valid, report, note, 'ana'
                FROM feature, (SELECT * FROM revision LIMIT 1) AS one
                WHERE name LIKE 'many.%' AND feature.id NOT IN (SELECT feature_id FROM revision)
                """)
        }
    }

    @Test func `the list of a feature's uses says when it is cut`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        /// Adds features whose revisions refer to the feature.
        func use(_ names: ClosedRange<Int>) throws {
            try addRevisions(names, to: console)
            try console.pool.withConnection {
                try $0.execute(
                    """
                    INSERT INTO revision_reference (feature_id, revision, target, name, pointer, line)
                    SELECT id, 1, 'feature', 'home.offers', '/title', 1 FROM feature
                    WHERE name LIKE 'many.%' AND id NOT IN (SELECT feature_id FROM revision_reference)
                    """)
            }
        }
        let pages = [
            ("/features/home.offers", "Only the first 200 are listed."),
            ("/features/home.offers/settings", "Only the first 200 uses of the name are considered here."),
        ]
        try use(1...200)
        for (page, sentence) in pages {
            #expect(try !console.get(page, as: "rui").text.contains(sentence), "\(page)")
        }
        try use(201...201)
        for (page, sentence) in pages {
            #expect(try console.get(page, as: "rui").text.contains(sentence), "\(page)")
        }
    }

    @Test func `the page What needs you says which of its lists are cut`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        let account = try #require(try console.stores.accounts.account(named: "ana"))
        /// Adds features with a revision, an open review and an unsaved text of Ana.
        func add(_ numbers: ClosedRange<Int>) throws {
            try addRevisions(numbers, to: console)
            try console.pool.withConnection {
                try $0.execute(
                    """
                    INSERT INTO review (feature_id, revision, note, people, roles, author_name)
                    SELECT id, 1, '', '{}', '{}', 'ana' FROM feature
                    WHERE name LIKE 'many.%' AND id NOT IN (SELECT feature_id FROM review)
                    """)
                try $0.execute(
                    """
                    INSERT INTO working_copy (feature_id, account_id, editor, bytes, parent, started, note, revision_name,
                        changed_at)
                    SELECT id, \(account.id), 'one', '{', 1, 1, '', '', now() FROM feature
                    WHERE name LIKE 'many.%' AND id NOT IN (SELECT feature_id FROM working_copy)
                    """)
            }
        }
        let page = { try console.get("/reviews", as: "ana").text }
        try add(1...20)
        #expect(try !page().contains("Only the first"))
        try add(21...200)
        #expect(try page().contains("Only the first 20 are listed."))
        #expect(try !page().contains("Only the oldest"))
        try add(201...201)
        #expect(try page().contains("Only the oldest 200 open reviews are listed."))
    }

    @Test func `a review says when only its newest comments and the first reviewers are listed`() throws {
        let console = try TestConsole()
        try console.feature("home.offers", SampleTexts.screen)
        func add(comments: Int, reviewers: Int) throws {
            try console.pool.withConnection {
                try $0.execute(
                    """
                    INSERT INTO review_comment (feature_id, revision, pointer, text, author_name)
                    SELECT id, 1, '', 'Comment', 'lea' FROM feature, generate_series(1, \(comments))
                    """)
                try $0.execute(
                    """
                    INSERT INTO account (name, display_name, password_hash, roles)
                    SELECT 'reviewer' || 100 + number, 'R', password_hash, '{reviewer}'
                    FROM account, generate_series((SELECT count(*) FROM account), \(reviewers) + 2) AS number
                    WHERE account.name = 'mira'
                    """)
            }
        }
        let review = "/features/home.offers/revisions/1/review"
        // Mira is a reviewer too, so there are 50, the most that are listed.
        try add(comments: 200, reviewers: 49)
        let full = try console.get(review, as: "ana").text
        #expect(!full.contains("Only the newest") && !full.contains("not listed"))

        try add(comments: 1, reviewers: 50)
        let cut = try console.get(review, as: "ana").text
        #expect(cut.contains("Only the newest 200 comments are listed."))
        #expect(cut.contains("1 more is not listed."))
        #expect(cut.contains("value=\"reviewer151\"") && !cut.contains("value=\"reviewer152\""))

        // A person who was asked is always listed.
        let path = "/features/home.offers/revisions/1/reviews"
        #expect(try console.post(path, as: "ana", [("person", "reviewer152")]).notice == "review-requested")
        let asked = try console.get(review, as: "ana").text
        #expect(asked.contains("value=\"reviewer152\" checked") && !asked.contains("not listed"))
    }

    @Test func `the history of a build says when it is cut`() throws {
        let console = try TestConsole()
        let repository = try #require(try console.stores.schemaReleases.currentRepository()).repository
        let file = repository.capabilityTemplate(platform: "ios", version: try ClientVersion("6.2.0"))
        _ = try console.post(
            "/clients", as: "mira", [("text", String(decoding: file, as: UTF8.self)), ("step", "register")])
        func copy(_ count: Int) throws {
            try console.pool.withConnection {
                try $0.execute(
                    """
                    INSERT INTO client_registration (platform, version, version_key, build, schema_release, file_hash,
                        lists_hash, author_name)
                    SELECT platform, version, version_key, build, schema_release, file_hash, lists_hash, 'mira'
                    FROM (SELECT * FROM client_registration LIMIT 1) AS one, generate_series(1, \(count))
                    """)
            }
        }
        try copy(19)
        #expect(try !console.get("/clients/ios/6.2.0", as: "ana").text.contains("Only the first"))
        try copy(1)
        #expect(try console.get("/clients/ios/6.2.0", as: "ana").text.contains("Only the first 20 are listed."))
    }
}

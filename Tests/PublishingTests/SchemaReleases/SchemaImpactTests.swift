import DocumentKinds
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Impact of schema releases") struct SchemaImpactTests {
    @Test func `the impact on 1,000 live features names the broken one with pointer, line and versions`()
        throws
    {
        let home = try Installation()
        try home.feature(titles: ["One"])
        try home.save(Installation.screen("Two", ",\n  \"badge\": \"new\""))
        try home.publish(1, from: "5.0")
        try home.publish(2, from: "7.0", until: "9.0")
        try Self.copies(of: "home.offers", count: 999, revision: 1, in: home)
        let proposal = try Self.propose(home) { $0.replacing("\"badge\"", with: "\"badges\"") }
        let impacts = home.stores.schemaImpacts
        try impacts.start(proposal)

        // A second process continues after 200 features, as after a restart.
        for _ in 0..<10 { #expect(try impacts.advance()) }
        #expect(try impacts.newest(of: proposal)?.done == 200)
        let restarted = Stores(pool: home.pool).schemaImpacts
        while try restarted.advance() {}

        let impact = try #require(try restarted.newest(of: proposal))
        #expect((impact.total, impact.done) == (1_000, 1_000))
        #expect(impact.finishedAt != nil)
        #expect(impact.brokenFeatures == 1)
        let findings = try restarted.findings(of: impact.number)
        #expect(
            findings.map { "\($0.feature) \($0.revision) \($0.platform ?? "") \($0.versions ?? "")" } == [
                "home.offers 2 ios from 7.0 until 9.0"
            ])
        #expect(findings.map(\.pointer) == ["/badge"])
        #expect(findings.map(\.line) == [3])
        #expect(findings.first?.message.contains("badge") == true)
    }

    @Test func `a batch whose time is over ends after a feature, and the next one continues there`() throws {
        let home = try Installation()
        try home.feature(titles: ["One"])
        try home.save(Installation.screen("Two", ",\n  \"badge\": \"new\""))
        for name in ["home.first", "home.second"] { try home.feature(name, titles: ["One"]) }
        let proposal = try Self.propose(home) { $0.replacing("\"badge\"", with: "\"badges\"") }
        let impacts = home.stores.schemaImpacts
        try impacts.start(proposal)

        for done in 1...3 {
            #expect(try impacts.advance(for: .zero))
            #expect(try impacts.newest(of: proposal)?.done == done)
        }
        #expect(try impacts.advance(for: .zero))
        #expect(try !impacts.advance(for: .zero))
        let impact = try #require(try impacts.newest(of: proposal))
        #expect(impact.finishedAt != nil && impact.brokenFeatures == 1)
    }

    @Test func `a later x-since is reported with the versions that lose a live property`() throws {
        let home = try Installation()
        try home.feature(titles: [])
        try home.save(Installation.screen("One", ",\n  \"badge\": \"new\""))
        try home.publish(1, from: "6.0")
        let proposal = try Self.propose(home) { $0.replacing("\"ios\": \"6.0\"", with: "\"ios\": \"7.5\"") }

        let findings = try Self.findings(proposal, home)

        #expect(findings.map(\.versions) == ["from 6.0 until 7.5"])
        #expect(findings.map(\.pointer) == ["/badge"])
        #expect(findings.map(\.line) == [3])
        #expect(findings.map(\.platform) == ["ios"])
    }

    @Test func `newest revisions that are not live are checked if they were valid when they were saved`() throws {
        let home = try Installation()
        try home.feature(titles: ["One"])
        try home.save(Installation.screen("Two", ",\n  \"badge\": \"new\""))
        try home.feature("home.wrong", titles: [])
        try home.save(Installation.screen("Two", ", \"badge\": 1"), to: "home.wrong")
        let proposal = try Self.propose(home) { $0.replacing("\"badge\"", with: "\"badges\"") }

        let findings = try Self.findings(proposal, home)

        #expect(findings.map(\.feature) == ["home.offers"])
        #expect(findings.map(\.revision) == [2])
        #expect(findings.first?.platform == nil)
    }

    @Test func `removing a kind breaks every document of the kind`() throws {
        let home = try Installation()
        try home.feature(titles: ["One"])
        try home.publish(1, from: "5.0")
        let proposal = try Self.propose(home) {
            $0.replacing("/screens/Screen\"}", with: "/screens/Page\"}").replacing(
                "/screens/Screen", with: "/screens/Page"
            )
            .replacing("\"x-name\": \"Screen\"", with: "\"x-name\": \"Page\"")
        } rename: {
            $0.replacing("Screen.json", with: "Page.json")
        }

        #expect(try Self.findings(proposal, home).map(\.code) == ["unknown-kind"])
    }

    private static func findings(_ proposal: Int, _ home: Installation) throws -> [ImpactFinding] {
        let impacts = home.stores.schemaImpacts
        try impacts.start(proposal)
        while try impacts.advance() {}
        return try impacts.findings(of: try #require(try impacts.newest(of: proposal)).number)
    }

    /// Proposes the installation's schemas with changed texts and returns the number of the schema release.
    private static func propose(
        _ home: Installation, _ change: (String) -> String, rename: (String) -> String = { $0 }
    ) throws -> Int {
        let repository = try SchemaRepository(
            documents: Installation.schemas().documents.map { document in
                RepositoryFile(
                    path: rename(document.path),
                    bytes: Array(change(String(decoding: document.bytes, as: UTF8.self)).utf8))
            })
        guard
            case .proposed(let proposal) = try home.stores.schemaReleases.propose(
                repository, source: "Test", by: .operator)
        else { throw Unexpected(what: "the schemas were not proposed") }
        return proposal.release.number
    }

    /// Copies a feature under other names, with its rules of release 1. Each copy has one revision, which is the given
    /// revision of the feature.
    private static func copies(of name: String, count: Int, revision: Int, in home: Installation) throws {
        try home.pool.withConnection { connection in
            for statement: SQL in [
                """
                INSERT INTO feature (name, kind, author_name)
                SELECT 'copy.' || number, kind, author_name FROM feature, generate_series(1, \(count)) AS number
                WHERE name = \(name)
                """,
                """
                INSERT INTO revision (feature_id, number, content_hash, schema_release, valid, report, note, author_name)
                SELECT copy.id, 1, content_hash, schema_release, valid, report, note, revision.author_name
                FROM feature AS copy, revision JOIN feature ON feature.id = feature_id AND feature.name = \(name)
                WHERE number = \(revision) AND copy.name LIKE 'copy.%'
                """,
                """
                INSERT INTO release_item (release, feature_id, switched_off)
                SELECT 1, id, ARRAY[]::text[] FROM feature WHERE name LIKE 'copy.%'
                """,
                """
                INSERT INTO rule (release, feature_id, platform, from_version, from_key, percent, revision)
                SELECT 1, copy.id, platform, from_version, from_key, percent, 1
                FROM feature AS copy, rule JOIN feature ON feature.id = feature_id AND feature.name = \(name)
                WHERE release = 1 AND copy.name LIKE 'copy.%'
                """,
                """
                INSERT INTO edition (release, feature_id, platform, rule_from_key, from_version, from_key, content_hash,
                    schema_release, live_since)
                SELECT 1, copy.id, platform, rule_from_key, from_version, from_key, content_hash, schema_release, 1
                FROM feature AS copy, edition JOIN feature ON feature.id = feature_id AND feature.name = \(name)
                WHERE release = 1 AND copy.name LIKE 'copy.%'
                """,
                "UPDATE feature SET live_release = 1 WHERE name LIKE 'copy.%'",
            ] {
                try connection.execute(statement)
            }
        }
    }
}

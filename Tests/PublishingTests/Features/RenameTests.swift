import Foundation
import PostgreSQL
import Publishing
import TestSupport
import Testing

@Suite("Renaming a feature") struct RenameTests {
    private let home: Installation
    private var features: FeatureStore { home.stores.features }

    init() throws {
        home = try Installation()
        try home.feature("home.offers")
    }

    @discardableResult
    private func rename(_ name: String, to new: String, days: Int = 90) throws -> RenameOutcome {
        try home.releases.rename(RenameRequest(feature: name, name: new, graceDays: days), by: .operator)
    }

    private func snapshot(_ name: String) throws -> FeatureSnapshot? {
        try home.snapshots { try $0.snapshot().features.first { $0.name == name } }
    }

    @Test func `a renamed feature has its rules, revisions and history under both names`() throws {
        try home.publish(1, from: "9.0")
        let before = try #require(try home.answer("9.1"))

        guard case .renamed(let feature, release: 2) = try rename("home.offers", to: "home.deals") else {
            throw Unexpected(what: "not renamed by release 2")
        }
        #expect(feature.name == "home.deals")
        #expect(try home.answer("9.1", of: "home.deals") == before)
        #expect(try home.answer("9.1", of: "home.offers") == before)
        #expect(try features.feature(named: "home.offers") == features.feature(named: "home.deals"))
        #expect(try features.summary(of: "home.offers")?.feature.name == "home.deals")
        #expect(try features.list().features.map(\.feature.name) == ["home.deals"])
        #expect(try home.stores.revisions.revisions(of: "home.offers").count == 3)
        #expect(try features.formerNames(of: "home.deals").map(\.name) == ["home.offers"])

        // Programs may know only the former name, so saving, publishing and rolling back accept it.
        try home.save(Installation.screen("Four"), to: "home.offers")
        try home.publish(4, from: "9.0", of: "home.offers")
        #expect(try home.answer("9.1", of: "home.deals")?.revision == 4)
        let back = RollbackRequest(feature: "home.offers", toRelease: 1, reason: "x")
        _ = try Installation.released(home.releases.rollback(back, by: .operator))
        #expect(try home.answer("9.1", of: "home.deals")?.revision == 1)
        #expect(try home.releases.releases(of: "home.offers").map(\.kind) == [.rollback, .publish, .rename, .publish])
        #expect(try home.stores.audit.events(limit: 50).contains { $0.action == "feature.renamed" })
    }

    @Test func `the release number under a name does not decrease when another feature gets the name`() throws {
        try home.publish(1, from: "9.0")
        try home.feature("home.news")
        try home.publish(1, from: "9.0", of: "home.news")
        #expect(try home.answer("9.1", of: "home.offers")?.release == 1)
        #expect(try home.answer("9.1", of: "home.news")?.release == 2)

        try rename("home.news", to: "home.old", days: 0)
        #expect(try home.answer("9.1", of: "home.old")?.release == 2)
        try rename("home.offers", to: "home.news", days: 0)
        #expect(try home.answer("9.1", of: "home.news")?.release == 4)
        // Only this feature has ever had the name `home.old`, so its release number stays.
        try rename("home.old", to: "home.older", days: 0)
        try rename("home.older", to: "home.old", days: 0)
        #expect(try home.answer("9.1", of: "home.old")?.release == 2)
    }

    @Test func `only one of several simultaneous renames to the same name is made`() async throws {
        try home.publish(1, from: "9.0")
        let request = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        let outcomes = try await withThrowingTaskGroup(of: RenameOutcome.self) { [home] group in
            for _ in 0..<6 { group.addTask { try home.releases.rename(request, by: .operator) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { if case .renamed = $0 { true } else { false } }.count == 1)
        #expect(try features.formerNames(of: "home.deals").isEmpty)
        #expect(try features.feature(named: "home.deals")?.name == "home.deals")
        try home.publish(2, from: "9.0", of: "home.deals")
        #expect(try home.answer("9.1", of: "home.deals")?.revision == 2)
    }

    @Test func `a rename or new cache times with an idempotency key of another request throw an error`() throws {
        try home.publish(1, from: "9.0")
        let (other, own) = (KeyedRequest(key: "k", parts: [[1]]), KeyedRequest(key: "k", parts: [[2]]))
        _ = try other.answered { try home.publish(2, from: "9.0") }

        #expect(throws: KeyTaken.self) { try own.answered { try rename("home.offers", to: "home.deals") } }
        #expect(throws: KeyTaken.self) {
            try own.answered {
                try home.releases.changeCacheTimes(of: "home.offers", by: .operator) { _ in .longest }
            }
        }
        #expect(try home.releases.newest() == 2)
    }

    @Test func `nodes get both names in one release, and the former name with the end of its grace period`() throws {
        try home.publish(1, from: "9.0")
        try rename("home.offers", to: "home.deals")

        let (old, new) = (try #require(try snapshot("home.offers")), try #require(try snapshot("home.deals")))
        #expect(old.release == 2 && new.release == 2)
        #expect(old.rules == new.rules && !new.rules.isEmpty)
        #expect(new.renaming == nil)
        let renaming = try #require(old.renaming)
        #expect(renaming.name == "home.deals")
        #expect(abs(renaming.until.timeIntervalSince(renaming.since) - 90 * 86_400) < 2)
    }

    @Test func `the end of a grace period is one release, after which the former name is free`() throws {
        try home.publish(1, from: "9.0")
        try rename("home.offers", to: "home.deals", days: 7)
        #expect(try home.releases.endGracePeriods() == [])

        let later = Date.now.addingTimeInterval(8 * 86_400)
        #expect(try home.releases.endGracePeriods(now: later) == ["home.offers"])
        #expect(try home.releases.endGracePeriods(now: later) == [])
        #expect(try home.releases.newest() == 3)
        #expect(try features.feature(named: "home.offers") == nil)
        #expect(try snapshot("home.offers")?.rules == [])
        #expect(try snapshot("home.offers")?.release == 3)
        #expect(try home.answer("9.1", of: "home.deals")?.revision == 1)

        // Another feature can get the name now, and nodes then serve that feature under it.
        try home.feature("home.offers", titles: ["Other"])
        try home.publish(1, from: "9.0", of: "home.offers")
        #expect(try snapshot("home.offers")?.rules.isEmpty == false)
        #expect(try snapshot("home.offers")?.renaming == nil)
    }

    @Test func `without a grace period the former name ends at once`() throws {
        try home.publish(1, from: "9.0")
        try rename("home.offers", to: "home.deals", days: 0)

        #expect(try features.feature(named: "home.offers") == nil)
        #expect(try snapshot("home.offers")?.rules == [])
    }

    @Test func `a former name in its grace period can be given only to its own feature`() throws {
        try home.feature("home.banner", titles: [])
        try rename("home.offers", to: "home.deals")

        guard case .taken(let taken) = try features.create(name: "home.offers", kind: "Screen", by: .operator) else {
            throw Unexpected(what: "a former name was given to another feature")
        }
        #expect(taken.name == "home.deals")
        guard case .taken = try rename("home.banner", to: "home.offers"),
            case .taken = try rename("home.banner", to: "home.deals"),
            case .taken = try features.clone("home.banner", as: "home.offers", by: .operator)
        else { throw Unexpected(what: "a name was taken twice") }
        #expect(try rename("nowhere", to: "x") == .noSuchFeature)
        #expect(try rename("home.offers", to: "Home") == .invalidName)
        #expect(try rename("home.offers", to: "x", days: 1_001) == .invalidGrace)
        guard case .unchanged = try rename("home.offers", to: "home.deals") else {
            throw Unexpected(what: "renamed to the name it has")
        }

        guard case .renamed(let feature, release: nil) = try rename("home.deals", to: "home.offers") else {
            throw Unexpected(what: "not renamed back")
        }
        #expect(feature.name == "home.offers")
        #expect(try features.formerNames(of: "home.offers").map(\.name) == ["home.deals"])
        // An unpublished feature ends its grace period without a release.
        let later = Date.now.addingTimeInterval(91 * 86_400)
        #expect(try home.releases.endGracePeriods(now: later) == ["home.deals"])
        #expect(try home.releases.newest() == 0)
    }

    @Test func `after several renames every former name leads to the present one`() throws {
        try home.publish(1, from: "9.0")
        for (name, new) in [("home.offers", "a"), ("home.offers", "b"), ("a", "c")] { try rename(name, to: new) }

        for name in ["home.offers", "a", "b", "c"] {
            #expect(try features.feature(named: name)?.name == "c")
            #expect(try snapshot(name)?.rules.isEmpty == false)
            #expect(try snapshot(name)?.renaming?.name == (name == "c" ? nil : "c"))
        }
        #expect(try features.renaming(from: "b")?.current == "c")
        #expect(try features.renaming(from: "c") == nil)
    }

    /// Returns the actions and subjects of the audit events about a feature name, newest first.
    private func trail(_ name: String) throws -> [String] {
        var filter = AuditFilter()
        filter.subject = name
        return try home.stores.audit.events(matching: filter).map { "\($0.action) \($0.subject)" }
    }

    @Test func `the audit trail of a feature is complete under each of its names`() throws {
        try home.publish(1, from: "9.0")
        let first = try trail("home.offers")
        try rename("home.offers", to: "home.deals", days: 0)
        try rename("home.deals", to: "home.sale")
        let whole =
            [
                "release.made release 3", "feature.renamed home.sale", "release.made release 2",
                "feature.renamed home.deals",
            ] + first
        #expect(first.count == 5)
        for name in ["home.offers", "home.deals", "home.sale"] { #expect(try trail(name) == whole, "\(name)") }

        // After renaming back, the feature has had one name twice.
        try rename("home.sale", to: "home.deals")
        #expect(
            try trail("home.offers") == ["release.made release 4", "feature.renamed home.deals"] + whole)
    }

    @Test func `the audit trail of a feature contains no events of another feature that got its former name`() throws {
        let first = try trail("home.offers")
        try rename("home.offers", to: "home.deals", days: 0)
        try home.feature("home.offers", titles: ["Other"])
        let second = ["revision.saved home.offers", "feature.created home.offers"]
        #expect(try trail("home.deals") == ["feature.renamed home.deals"] + first)
        #expect(try trail("home.offers") == second + first)

        // The second feature keeps its trail when it is renamed too.
        try rename("home.offers", to: "home.news", days: 0)
        #expect(try trail("home.news") == ["feature.renamed home.news"] + second)
        #expect(try trail("home.deals") == ["feature.renamed home.deals"] + first)
    }

    @Test(
        arguments: [
            "UPDATE feature SET name = 'home.offers' WHERE name = 'home.banner'",
            "INSERT INTO feature (name, kind, author_name) VALUES ('home.offers', 'Screen', 'x')",
            """
            INSERT INTO former_name (name, feature_id, answers_until, author_name)
            SELECT 'home.deals', id, now(), 'x' FROM feature WHERE name = 'home.banner'
            """,
            "UPDATE former_name SET name = 'home.banner'",
        ] as [SQL])
    func `the database refuses a name that would be both a present and a former name`(_ statement: SQL) throws {
        try home.feature("home.banner", titles: [])
        try rename("home.offers", to: "home.deals", days: 0)

        let error = try #require(throws: PostgreSQLError.self) {
            try home.pool.withConnection { try $0.execute(statement) }
        }

        #expect(error.sqlState == .uniqueViolation)
        #expect(error.constraint == "former_name_not_present")
    }

    @Test func `storing a former name waits for a transaction that renames a feature`() throws {
        try home.feature("home.banner", titles: [])
        let other = try Connection(home.database.info, deadline: .seconds(2))
        try home.pool.transaction { connection in
            try connection.execute("UPDATE feature SET name = 'home.deals' WHERE name = 'home.offers'")

            let error = try #require(throws: PostgreSQLError.self) {
                try other.execute(
                    """
                    INSERT INTO former_name (name, feature_id, answers_until, author_name)
                    SELECT 'home.deals', id, now(), 'x' FROM feature WHERE name = 'home.banner'
                    """)
            }
            #expect(error.sqlState == .lockNotAvailable)
        }
    }
}

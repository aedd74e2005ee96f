import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import Testing

/// The comparison of the states that nodes report with the states of their releases.
struct NodeTests {
    private let home: Installation
    private var nodes: NodeStore { home.stores.nodes }

    init() throws {
        home = try Installation()
        try home.feature()
    }

    /// Returns the digest of the live state according to the releases in the database.
    private func digest() throws -> StateDigest {
        try home.snapshots { try $0.snapshot() }.features.map(\.digest).reduce(.empty, +)
    }

    @Test func `a node with the state of its release has the standing “same” after releases of several kinds`() throws {
        func expectAgreement() throws {
            try nodes.report("a", serving: home.releases.newest(), digest: digest())
            #expect(try nodes.all().map(\.standing) == [.same])
        }
        try home.publish(1, from: "1.0")
        try expectAgreement()
        try home.publish(2, from: "3.0", percent: 12)
        try expectAgreement()
        _ = try home.releases.switchOff(
            SwitchRequest(feature: "home.offers", platform: "ios", reason: "x"), by: .operator)
        try expectAgreement()
        _ = try home.releases.rollback(
            RollbackRequest(feature: "home.offers", toRelease: 1, reason: "x"), by: .operator)
        try expectAgreement()
        for name in ["home.deals", "home.offers"] {
            let names = ["home.deals", "home.offers"].filter { $0 != name }
            _ = try home.releases.rename(
                RenameRequest(feature: names[0], name: name, graceDays: 1), by: .operator)
            try expectAgreement()
        }
        try home.releases.restore(above: 100, by: .operator)
        try expectAgreement()
        _ = try home.releases.rollback(
            RollbackRequest(feature: "home.offers", toRelease: 0, reason: "x"), by: .operator)
        try expectAgreement()
        #expect(try digest() == .empty)
    }

    @Test func `without a stored digest the standing is unknown until the next release`() throws {
        try home.publish(1, from: "1.0")
        try home.feature("other", titles: ["One"])
        try home.publish(1, from: "1.0", of: "other")
        let owner = try home.connectAsOwner()
        defer { owner.close() }
        try owner.execute("ALTER TABLE release_state DISABLE TRIGGER USER")
        try owner.execute("DELETE FROM release_state")
        try nodes.report("a", serving: 2, digest: digest())
        #expect(try nodes.all().map(\.standing) == [.unknown])
        try home.publish(2, from: "2.0")
        try nodes.report("a", serving: 3, digest: digest())
        #expect(try nodes.all().map(\.standing) == [.same])
    }

    @Test
    func `while a node's state differs from its release, publishing is refused, but rollback and switch-off are not`()
        throws
    {
        try home.publish(1, from: "1.0")
        try home.publish(2, from: "1.0")
        try nodes.report("host read :8081", serving: 2, digest: .empty)
        #expect(try nodes.all().map(\.standing) == [.drifted])

        let refused = try home.releases.publish(home.request(3, from: "1.0"), by: .operator)
        guard case .refused(.rejected(let problems)) = refused else { throw Unexpected(what: "\(refused)") }
        #expect(problems.map(\.code) == ["drift"])
        #expect(problems.first?.message.contains("host read :8081") == true)

        let back = try home.releases.rollback(
            RollbackRequest(feature: "home.offers", toRelease: 1, reason: "x"), by: .operator)
        guard case .released(_, let warnings) = back else { throw Unexpected(what: "\(back)") }
        #expect(warnings.map(\.code).contains("drift"))
        let off = try home.releases.switchOff(SwitchRequest(feature: "home.offers", reason: "x"), by: .operator)
        guard case .released = off else { throw Unexpected(what: "\(off)") }
    }

    @Test func `a rename or change of cache times whose release is refused changes nothing`() throws {
        try home.publish(1, from: "1.0")
        _ = try home.releases.rename(
            RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 1), by: .operator)
        try nodes.report("host read :8081", serving: 2, digest: .empty)
        let renamed = try home.releases.rename(
            RenameRequest(feature: "home.deals", name: "home.sales", graceDays: 1), by: .operator)
        guard case .refused(let problems) = renamed else { throw Unexpected(what: "\(renamed)") }
        #expect(problems.map(\.code) == ["drift"])
        #expect(try home.stores.features.feature(named: "home.sales") == nil)
        let cached = try home.releases.changeCacheTimes(of: "home.deals", by: .operator) { _ in
            CacheTime(fresh: 5, staleWhileRevalidate: 5, staleIfError: 5)
        }
        guard case .refused = cached else { throw Unexpected(what: "\(cached)") }
        #expect(try home.releases.cacheTimes(of: "home.deals").present == .usual)
        // The former name keeps working until the release that ends it is no longer refused.
        let later = Date.now.addingTimeInterval(2 * 86_400)
        func refusals() throws -> Int {
            try home.stores.audit.events().count { $0.action == AuditAction.releaseRefused.rawValue }
        }
        let before = try refusals()
        #expect(try home.releases.endGracePeriods(now: later) == [])
        // The end is tried every minute, so refusals are not recorded; they would fill the audit trail.
        #expect(try refusals() == before)
        try nodes.report("host read :8081", serving: 2, digest: digest())
        #expect(try home.releases.endGracePeriods(now: later) == ["home.offers"])
    }

    @Test func `publishing is allowed while a node is silent or behind`() throws {
        try home.publish(1, from: "1.0")
        try nodes.report("late", serving: 1, digest: digest())
        try nodes.report("gone", serving: 1, digest: .empty)
        try home.pool.withConnection {
            try $0.execute("UPDATE node SET reported_at = reported_at - interval '2 minutes' WHERE name = 'gone'")
        }
        try home.publish(2, from: "1.0")
        let found = try nodes.all()
        #expect(found.map(\.name) == ["gone", "late"])
        #expect(found.map(\.standing) == [.silent, .same] && found.map(\.lag) == [1, 1])
    }
}

/// Counts of fetches, and the share of them that a release reaches.
struct ReadStatisticTests {
    private let home: Installation
    private var statistics: ReadStatisticStore { home.stores.readStatistics }

    init() throws {
        home = try Installation()
        try home.feature()
    }

    private func count(
        _ version: String?, _ revision: Int, _ fetches: Int, of feature: String = "home.offers"
    ) throws -> ReadCount {
        ReadCount(
            feature: feature, platform: "ios", version: try version.map { try ClientVersion($0) }, revision: revision,
            fetches: fetches)
    }

    @Test func `fetches are added up by version and revision; those of unknown features are ignored`() throws {
        try statistics.add([count("1.0", 1, 2), count("1.0.0", 1, 3), count(nil, 1, 4), count("2.0", 0, 5)])
        try statistics.add([count("1.0", 1, 10), count("1.0", 1, 7, of: "nobody")])
        let counts = try statistics.counts(of: "home.offers")
        #expect(counts.map(\.fetches) == [5, 15, 4])
        #expect(counts.map(\.version?.text) == ["2.0", "1.0", nil])
        #expect(try statistics.total() == 19)
        let answer = try home.stores.statistics(of: "home.offers")
        #expect(answer.fetches == 19 && answer.unmatched.map(\.fetches) == [5])
    }

    @Test func `two nodes that add counts in opposite orders do not deadlock`() async throws {
        let counts = try (1...3_000).map { try count("1.\($0)", 1, 1) }
        let orders: [[ReadCount]] = [counts, counts.reversed()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in orders {
                group.addTask { [statistics] in try statistics.add(order) }
            }
            try await group.waitForAll()
        }
        #expect(try statistics.total() == 6_000)
    }

    @Test func `the plan of a release states how many of the recent fetches the release reaches`() throws {
        try home.publish(1, from: "1.0")
        try home.publish(2, from: "5.0")
        try home.feature("other", titles: ["One"])
        try home.publish(1, from: "1.0", of: "other")
        try statistics.add([count("2.0", 1, 10), count("5.1", 2, 30), count("1.0", 1, 60, of: "other")])
        func reach(_ request: PublishRequest) throws -> ReleaseReach? {
            guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else { return nil }
            return plan.reach
        }
        #expect(
            try reach(home.request(3, from: "5.0"))
                == ReleaseReach(days: 7, fetches: 30, ofFeatures: 40, ofAll: 100))
        #expect(try reach(home.request(2, from: "5.0"))?.fetches == 0)
        #expect(try reach(home.request(3, from: "1.0"))?.fetches == 10)
        let off = SwitchRequest(feature: "other", reason: "x")
        guard case .planned(let plan) = try home.releases.planSwitchOff(off, by: .operator) else {
            throw Unexpected(what: "no plan")
        }
        #expect(plan.reach?.fetches == 60 && plan.reach?.isWide == true)
    }

    @Test func `a release for a share of the clients reaches that share of their fetches`() throws {
        try home.publish(1, from: "1.0")
        try home.publish(2, from: "5.0", percent: 1)
        try statistics.add([count("5.1", 1, 990), count("5.1", 2, 10), count(nil, 1, 500), count("2.0", 1, 3)])
        func reach(_ outcome: PlanOutcome) throws -> Int? {
            guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
            return plan.reach?.fetches
        }
        // One percent of 1,500 fetches; those of version 2.0 keep their answer.
        let back = RollbackRequest(feature: "home.offers", toRelease: 1, reason: "x")
        #expect(try reach(home.releases.planRollback(back, by: .operator)) == 15)
        let raised = try home.request(2, from: "5.0", percent: 11)
        #expect(try reach(home.releases.planPublish(raised, by: .operator)) == 150)
        // A fraction of a fetch is rounded up.
        let few = try home.request(3, from: "2.0", until: "3.0", percent: 1)
        #expect(try reach(home.releases.planPublish(few, by: .operator)) == 6)
    }

    @Test func `a live revision without fetches is listed`() throws {
        try home.publish(1, from: "1.0")
        try home.publish(2, from: "5.0")
        try statistics.add([count("2.0", 1, 10)])
        #expect(try home.stores.statistics(of: "home.offers").notFetched == [2])
    }
}

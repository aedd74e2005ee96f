import Foundation
import PostgreSQL
import Testing

@testable import Publishing

@Suite("The cache times of a feature") struct CacheTimeTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature("home.offers")
    }

    private static let short = CacheTime(fresh: 5, staleWhileRevalidate: 0, staleIfError: 60)

    @discardableResult
    private func cache(_ time: CacheTime, _ name: String = "home.offers") throws -> CacheTimeOutcome {
        try home.releases.changeCacheTimes(of: name, by: .operator) { _ in time }
    }

    private func served(_ name: String = "home.offers") throws -> CacheTime? {
        try home.snapshots { try $0.snapshot().features.first { $0.name == name }?.cacheTime }
    }

    @Test func `new cache times are a release with the same rules, and apply under a former name too`() throws {
        try home.publish(1, from: "9.0")
        let before = try #require(try home.answer("9.1"))
        #expect(try served() == .usual)
        guard case .changed(_, release: 2) = try cache(Self.short) else { throw Unexpected(what: "no release 2") }
        #expect(try served() == Self.short)
        #expect(try home.answer("9.1") == before)
        #expect(try home.releases.releases(of: "home.offers").map(\.kind) == [.caching, .publish])
        #expect(try home.stores.features.summary(of: "home.offers")?.cacheTime == Self.short)
        #expect(try home.stores.features.list().features.map(\.cacheTime) == [Self.short])
        #expect(try home.stores.audit.events(limit: 9).contains { $0.action == "feature.cache-time-changed" })

        _ = try home.releases.rename(RenameRequest(feature: "home.offers", name: "home.deals"), by: .operator)
        #expect(try served() == Self.short)
        #expect(try served("home.deals") == Self.short)
        // A rollback does not change the cache times.
        let back = RollbackRequest(feature: "home.deals", toRelease: 0, reason: "x")
        _ = try Installation.released(home.releases.rollback(back, by: .operator))
        #expect(try served("home.deals") == Self.short)
        guard case .changed(_, release: .some) = try cache(.usual) else { throw Unexpected(what: "no release") }
        #expect(try served("home.deals") == .usual)
    }

    @Test func `unchanged times make no release, and times out of range are refused`() throws {
        guard case .changed(_, release: nil) = try cache(Self.short) else {
            throw Unexpected(what: "not changed, or by a release")
        }
        guard case .unchanged = try cache(Self.short) else { throw Unexpected(what: "changed") }
        try home.publish(1, from: "9.0")
        #expect(try served() == Self.short)
        guard case .unchanged = try cache(Self.short) else { throw Unexpected(what: "changed") }
        var wrong = Self.short
        wrong.fresh = -1
        #expect(try cache(wrong) == .outOfRange)
        wrong = .longest
        wrong.staleIfError += 1
        #expect(try cache(wrong) == .outOfRange)
        #expect(try cache(Self.short, "home.nowhere") == .noSuchFeature)
        #expect(try home.releases.newest() == 1)
    }

    @Test func `times that become out of range when the change is computed again are refused`() throws {
        try home.publish(1, from: "9.0")
        var comparisons = 0
        let outcome = try home.releases.changeCacheTimes(of: "home.offers", by: .operator) { present in
            comparisons += 1
            var next = present
            next.fresh = comparisons == 1 ? 60 : -1
            return next
        }
        #expect(outcome == .outOfRange)
        #expect(try home.releases.newest() == 1)
    }

    @Test func `former longer times count until the answers that were cached with them have expired`() throws {
        try cache(.longest)
        try cache(Self.short)
        let times = try home.releases.cacheTimes(of: "home.offers")
        #expect(times.present == Self.short)
        let end = try #require(times.former.last?.until)
        func reach(after seconds: Int) -> CacheTime { times.reach(at: end.addingTimeInterval(Double(seconds))) }
        #expect(reach(after: 1) == .longest)
        let day = 86_400
        #expect(reach(after: day) == CacheTime(fresh: 5, staleWhileRevalidate: day, staleIfError: 7 * day))
        #expect(reach(after: 2 * day) == CacheTime(fresh: 5, staleWhileRevalidate: 0, staleIfError: 7 * day))
        #expect(reach(after: 8 * day) == Self.short)
    }
}

import Foundation
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("The way back of planned ends and of stopped rollouts") struct EndTests {
    private let home: Installation
    private var schedules: ScheduleStore { home.stores.schedules }
    private let tomorrow = Date.now + 86_400

    init() throws {
        home = try Installation()
        try home.feature(titles: ["One", "Two", "Three", "Four"])
        try home.publish(1, from: "9.0")
    }

    /// A release with a planned end.
    private struct Ending {
        let release: Int
        /// The number of the schedule that ends it.
        let schedule: Int
    }

    private func publishEnding(_ revision: Int, percent: RolloutPercent = 100) throws -> Ending {
        var request = try home.request(revision, from: "9.0", percent: percent)
        request.ends = tomorrow
        guard case .released(let release, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        return Ending(release: release.number, schedule: end.id)
    }

    /// Lets the time of an end come, and returns the word for the state that it gets.
    private func end(_ ending: Ending) throws -> String? {
        try home.makeDue(ending.schedule)
        return try schedules.releaseDue().first?.state.word
    }

    private func rollBack(_ target: RollbackTarget) throws {
        _ = try Installation.released(home.releases.rollback(RollbackRequest(target, reason: ""), by: .operator))
    }

    /// The revisions of a client in the first tenth, of one in the last, and of one without a bucket; 0 for nothing.
    private func served() throws -> [Int] {
        try [50, 950, nil].map { try home.answer("9.5", bucket: $0)?.revision ?? 0 }
    }

    /// The revisions of the rules after the planned ends, as a moment in the future shows them.
    private func foreseen() throws -> [Int]? {
        try schedules.state(of: "home.offers", at: tomorrow + 1)?.item?.rules.map(\.revision)
    }

    @Test func `an end gives back what stood before, also after a rollback that was rolled back`() throws {
        let ending = try publishEnding(2)
        try rollBack(.release(ending.release))
        #expect(try served() == [1, 1, 1])
        try rollBack(.release(home.releases.newest()))
        #expect(try served() == [2, 2, 2])
        #expect(try foreseen() == [1])
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `an end gives back what stood before, also after a rollback to its release`() throws {
        let ending = try publishEnding(2)
        try home.publish(3, from: "9.0")
        try rollBack(.feature("home.offers", afterRelease: ending.release))
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `an end leaves a revision alone that somebody has replaced and published again`() throws {
        let ending = try publishEnding(2)
        try home.publish(3, from: "9.0")
        try home.publish(2, from: "9.0")
        #expect(try foreseen() == [2])
        #expect(try end(ending) == "failed")
        #expect(try served() == [2, 2, 2])
        let state = try schedules.schedule(ending.schedule)?.state
        guard case .failed(let problems)? = state else { throw Unexpected(what: "not failed") }
        #expect(problems.map(\.code) == ["stale"])
    }

    @Test func `the end of a share gives everybody back what stood before`() throws {
        let ending = try publishEnding(2, percent: 50)
        #expect(try served() == [2, 0, 0])
        #expect(try foreseen() == [1])
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `of two releases with ends, the one that was made first may end last`() throws {
        let (outer, inner) = (try publishEnding(2), try publishEnding(3))
        #expect(try end(inner) == "released")
        #expect(try served() == [2, 2, 2])
        #expect(try foreseen() == [1])
        #expect(try end(outer) == "released")
        #expect(try served() == [1, 1, 1])
    }
}

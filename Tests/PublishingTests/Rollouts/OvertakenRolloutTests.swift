import Foundation
import Publishing
import SchemaRepository
import Testing

@Suite("Rollouts overtaken by other releases") struct OvertakenRolloutTests {
    private let home: Installation
    private var rollouts: RolloutStore { home.stores.rollouts }

    /// Creates an installation in which revision 1 is live on iOS (release 1) and Android (release 2).
    init() throws {
        home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", on: "android")
    }

    /// Starts a rollout of revision 2 as release 3, and returns its number.
    private func start(_ percent: RolloutPercent = 5, on platforms: [String] = ["ios"]) throws -> Int {
        let steps = [RolloutStep(percent: percent, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 10)]
        let plan = RolloutPlan(name: "own", steps: steps, author: "operator", createdAt: .distantPast)
        let rules = try platforms.flatMap { try home.request(2, from: "9.0", on: $0).rules }
        let release = try Installation.released(rollouts.start(PublishRequest(rules), plan: plan, by: .operator))
        return try #require(try rollouts.rollout(ofRelease: release.number)).id
    }

    private func overtaken() throws -> OvertakenRollout? {
        try rollouts.overtaken(among: rollouts.all(limit: 10)).values.first
    }

    private func rollBack(to release: Int) throws {
        let request = RollbackRequest(feature: "home.offers", toRelease: release, reason: "Wrong")
        _ = try Installation.released(home.releases.rollback(request, by: .operator))
    }

    private func switchOff(on platform: String) throws {
        let request = SwitchRequest(feature: "home.offers", platform: platform, reason: "Crashes")
        _ = try Installation.released(home.releases.switchOff(request, by: .operator))
    }

    @Test func `after a rollback no client gets the revision, until the rollback is undone`() throws {
        _ = try start()
        #expect(try overtaken() == nil)
        try rollBack(to: 2)
        let lost = try #require(try overtaken())
        #expect(lost.audience == .nobody && lost.isNextStepStale)
        #expect(lost.reduced.map(\.revision) == [2])
        try rollBack(to: 3)
        #expect(try overtaken() == nil)
    }

    @Test func `after the removal of its rule no client gets the revision`() throws {
        let id = try start()
        let removal = RemovalRequest(
            feature: "home.offers", platform: "ios", from: try ClientVersion("9.0"), revision: 2)
        _ = try Installation.released(home.releases.remove(removal, by: .operator))
        let lost = try #require(try overtaken())
        #expect(lost.audience == .nobody && lost.isNextStepStale)

        // A failed rollout is still open; a stopped one is not.
        _ = try rollouts.approve(id, by: .operator)
        #expect(try rollouts.rollout(id)?.state.word == "failed")
        #expect(try overtaken()?.audience == .nobody)
        _ = try rollouts.stop(id, reason: "", by: .operator)
        #expect(try overtaken() == nil)
    }

    @Test func `a platform that is switched off loses the revision, and the others keep it`() throws {
        _ = try start(on: ["ios", "android"])
        try switchOff(on: "ios")
        let partly = try #require(try overtaken())
        #expect(partly.audience == .part && partly.isNextStepStale)
        #expect(partly.reduced.map(\.platform) == ["ios"])

        try switchOff(on: "android")
        #expect(try overtaken()?.audience == .nobody)
        let on = SwitchRequest(feature: "home.offers", reason: "Mended")
        _ = try Installation.released(home.releases.switchOn(on, by: .operator))
        #expect(try overtaken() == nil)
    }

    @Test func `a rule for later versions leaves the revision to a part of the clients`() throws {
        _ = try start()
        try home.publish(3, from: "9.5")
        let partly = try #require(try overtaken())
        #expect(partly.audience == .part && partly.isNextStepStale)
    }

    @Test func `releases that do not take the revision from a client overtake no rollout`() throws {
        _ = try start()
        try home.publish(3, from: "9.0", on: "android")
        #expect(try overtaken() == nil)
        try home.publish(2, from: "9.0")
        #expect(try overtaken() == nil)
    }

    @Test func `at 0 percent no client loses the revision, but the next step is stale`() throws {
        _ = try start(0)
        try rollBack(to: 2)
        let moved = try #require(try overtaken())
        #expect(moved.audience == .all && moved.reduced.isEmpty && moved.isNextStepStale)
    }

    @Test func `in the last step clients can lose the revision, but there is no next step`() throws {
        let id = try start()
        _ = try rollouts.approve(id, by: .operator)
        try rollBack(to: 2)
        let lost = try #require(try overtaken())
        #expect(lost.audience == .nobody && !lost.isNextStepStale)
    }
}

import Foundation
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Rules removed by rollout stops and planned ends") struct RuleOwnershipTests {
    private let home: Installation
    private var schedules: ScheduleStore { home.stores.schedules }
    private var rollouts: RolloutStore { home.stores.rollouts }
    private let tomorrow = Date.now + 86_400

    init() throws {
        home = try Installation()
        try home.feature(titles: ["One", "Two", "Three", "Four"])
    }

    /// Starts a rollout of a revision, first for half of the clients, then for all.
    private func start(_ revision: Int, on platform: String = "ios") throws -> Rollout {
        let steps = [RolloutStep(percent: 50, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        let plan = RolloutPlan(name: "own", steps: steps, author: "operator", createdAt: .now)
        let release = try Installation.released(
            rollouts.start(home.request(revision, from: "9.0", on: platform), plan: plan, by: .operator))
        return try #require(try rollouts.rollout(ofRelease: release.number))
    }

    /// Publishes the last step of a rollout.
    private func finish(_ rollout: Rollout) throws {
        _ = try rollouts.approve(rollout.id, by: .operator)
        #expect(try rollouts.rollout(rollout.id)?.state == .finished)
    }

    private func stop(_ rollout: Rollout) throws {
        _ = try rollouts.stop(rollout.id, reason: "", by: .operator)
        #expect(try rollouts.rollout(rollout.id)?.state.word == "stopped")
    }

    private func rollBack(to release: Int) throws {
        let request = RollbackRequest(feature: "home.offers", toRelease: release, reason: "")
        _ = try Installation.released(home.releases.rollback(request, by: .operator))
    }

    private func remove(_ revision: Int) throws {
        let request = RemovalRequest(
            feature: "home.offers", platform: "ios", from: try ClientVersion("9.0"), revision: revision)
        _ = try Installation.released(home.releases.remove(request, by: .operator))
    }

    /// Publishes a revision with a planned end, and returns the numbers of the release and of the schedule that ends
    /// it.
    private func publishEnding(_ revision: Int, percent: RolloutPercent = 100) throws -> (release: Int, schedule: Int) {
        var request = try home.request(revision, from: "9.0", percent: percent)
        request.ends = tomorrow
        guard case .released(let release, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        return (release.number, end.id)
    }

    /// Carries a planned end out, and returns the word for its new state.
    private func end(_ schedule: Int) throws -> String? {
        try home.makeDue(schedule)
        return try schedules.releaseDue().first?.state.word
    }

    /// The revisions that a client in the first half and one in the second half get; 0 for none.
    private func served(on platform: String = "ios") throws -> [Int] {
        try [50, 950].map { try home.answer("9.5", bucket: $0, on: platform)?.revision ?? 0 }
    }

    @Test func `a stop takes the rollout's rule out although rules for other clients were published again`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", on: "android")
        try home.publish(4, from: "12.0")
        let rollout = try start(2)
        try home.publish(1, from: "9.0", on: "android")
        try home.publish(4, from: "12.0")
        #expect(try served() == [2, 1])
        try stop(rollout)
        #expect(try served() == [1, 1])
        #expect(try home.releases.release(home.releases.newest())?.ending == .stopped)
    }

    @Test func `a stop leaves a rule that was published again together with one of another platform`() throws {
        try home.publish(1, from: "9.0")
        let rollout = try start(2)
        try finish(rollout)
        var request = try home.request(2, from: "9.0")
        request.rules += try home.request(2, from: "9.0", on: "android").rules
        _ = try Installation.released(home.releases.publish(request, by: .operator))
        try stop(rollout)
        #expect(try served() == [2, 2])
        #expect(try served(on: "android") == [2, 2])
    }

    @Test func `a stopped rollout's rule is not restored, even if others have once published its revision`() throws {
        try home.publish(1, from: "9.0")
        let first = try start(2)
        let began = try home.releases.newest()
        try finish(first)
        try home.publish(2, from: "9.0")
        try rollBack(to: began)
        #expect(try served() == [2, 1])
        let second = try start(3)
        try stop(first)
        #expect(try served() == [3, 1])
        try stop(second)
        #expect(try served() == [1, 1])
    }

    @Test func `a stop changes nothing after a rollback to the same revision of an earlier release`() throws {
        let everyone = try home.publish(1, from: "9.0").number
        try home.publish(1, from: "9.0", percent: 5)
        let rollout = try start(1)
        try rollBack(to: everyone)
        #expect(try served() == [1, 1])
        try stop(rollout)
        #expect(try served() == [1, 1])
    }

    @Test func `a stop takes the rollout's rule out after a rollback to one of its steps`() throws {
        try home.publish(1, from: "9.0")
        let rollout = try start(2)
        let began = try home.releases.newest()
        try finish(rollout)
        try home.publish(3, from: "9.0")
        try rollBack(to: began)
        #expect(try served() == [2, 1])
        try stop(rollout)
        #expect(try served() == [1, 1])
    }

    @Test func `a stop takes the rollout's rule out after a restoration of the live state`() throws {
        try home.publish(1, from: "9.0")
        let rollout = try start(2)
        try home.releases.restore(above: 50, by: .operator)
        try stop(rollout)
        #expect(try served() == [1, 1])
    }

    @Test func `a stop takes the rollout's rule out after a rollback of several features that kept it`() throws {
        try home.publish(1, from: "9.0")
        try home.feature("home.other", titles: ["One", "Two"])
        let rollout = try start(2)
        try home.publish(1, from: "9.0", of: "home.other")
        let both = try home.request(1, from: "12.0")
        var request = try home.request(2, from: "12.0", of: "home.other")
        request.rules += both.rules
        let release = try Installation.released(home.releases.publish(request, by: .operator)).number
        _ = try Installation.released(
            home.releases.rollback(RollbackRequest(.release(release), reason: ""), by: .operator))
        #expect(try served() == [2, 1])
        try stop(rollout)
        #expect(try served() == [1, 1])
    }

    @Test func `an end fails if its rule was removed and published again, even if no rule was there before`() throws {
        let ending = try publishEnding(2)
        try remove(2)
        try home.publish(2, from: "9.0")
        #expect(try end(ending.schedule) == "failed")
        #expect(try served() == [2, 2])
    }

    @Test func `an end takes its rule out after a publish and a rollout have changed its share`() throws {
        try home.publish(1, from: "9.0")
        let ending = try publishEnding(2, percent: 10)
        try home.publish(2, from: "9.0", percent: 30)
        try finish(start(2))
        #expect(try served() == [2, 2])
        #expect(try end(ending.schedule) == "released")
        #expect(try served() == [1, 1])
        let newest = try home.releases.release(home.releases.newest())
        #expect(newest?.ending == .planned && newest?.rollback == .release(ending.release))
    }

    @Test func `a rollback to an earlier release with the same revision makes an end fail, and warns of that`() throws {
        let earlier = try home.publish(2, from: "9.0", percent: 50).number
        let ending = try publishEnding(2)
        let back = RollbackRequest(feature: "home.offers", toRelease: earlier, reason: "")
        guard case .planned(let plan) = try home.releases.planRollback(back, by: .operator) else {
            throw Unexpected(what: "not planned")
        }
        #expect(plan.warnings.filter { $0.code == "schedule-fails" }.count == 1)
        try rollBack(to: earlier)
        #expect(try end(ending.schedule) == "failed")
        #expect(try served() == [2, 0])
    }

    @Test func `an end restores a stopped revision that somebody rolled back to after its stop`() throws {
        try home.publish(1, from: "9.0")
        let rollout = try start(2)
        let began = try home.releases.newest()
        try finish(rollout)
        try stop(rollout)
        try rollBack(to: began)
        #expect(try served() == [2, 1])
        let ending = try publishEnding(3)
        #expect(try end(ending.schedule) == "released")
        #expect(try served() == [2, 1])
    }

    @Test func `after a rollback to the stop of a later rollout, a stop restores the rule before both rollouts`() throws
    {
        try home.publish(1, from: "9.0")
        let first = try start(2)
        try finish(first)
        let second = try start(3)
        try finish(second)
        try stop(second)
        let stopped = try home.releases.newest()
        try home.publish(4, from: "9.0")
        try rollBack(to: stopped)
        #expect(try served() == [2, 2])
        try stop(first)
        #expect(try served() == [1, 1])
    }

    @Test func `after a rollback to the end of a later release, an end restores the rule before both releases`() throws
    {
        try home.publish(1, from: "9.0")
        let outer = try publishEnding(2)
        let inner = try publishEnding(3)
        #expect(try end(inner.schedule) == "released")
        let ended = try home.releases.newest()
        try home.publish(4, from: "9.0")
        try rollBack(to: ended)
        #expect(try end(outer.schedule) == "released")
        #expect(try served() == [1, 1])
    }

    @Test func `an end does not restore a stopped rollout after a rollback to a release that covered it`() throws {
        try home.publish(1, from: "9.0")
        let rollout = try start(2)
        let ending = try publishEnding(3)
        try stop(rollout)
        try home.publish(4, from: "9.0")
        try rollBack(to: ending.release)
        #expect(try end(ending.schedule) == "released")
        #expect(try served() == [1, 1])
    }

    @Test func `a release whose end found nothing to take out is not restored`() throws {
        try home.publish(1, from: "9.0")
        let ending = try publishEnding(2)
        let rollout = try start(3)
        try finish(rollout)
        #expect(try end(ending.schedule) == "failed")
        _ = try schedules.retry(ending.schedule, by: .operator)
        #expect(try schedules.releaseDue().map(\.state) == [.released(nil)])
        try stop(rollout)
        #expect(try served() == [1, 1])
    }

    @Test func `an end does not restore a rollout's rule that a publish of the same revision replaced`() throws {
        try home.publish(1, from: "9.0")
        let ending = try publishEnding(2)
        _ = try start(3)
        try home.publish(2, from: "9.0")
        #expect(try end(ending.schedule) == "released")
        #expect(try served() == [1, 1])
    }

    @Test func `an end restores a revision that was published after a rollback to an ended release`() throws {
        // Because this rollout is stopped later, the second end replays all releases since the rollout began.
        let other = try start(4, on: "android")
        let first = try publishEnding(1, percent: 30)
        #expect(try end(first.schedule) == "released")
        try rollBack(to: first.release)
        try home.publish(1, from: "9.0")
        let second = try publishEnding(3)
        try stop(other)
        #expect(try end(second.schedule) == "released")
        #expect(try served() == [1, 1])
    }

    @Test func `a rollback warns of a stopped revision even if another platform serves it`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "9.0", on: "android")
        let rollout = try start(2)
        let began = try home.releases.newest()
        try stop(rollout)
        let back = RollbackRequest(feature: "home.offers", toRelease: began, reason: "")
        guard case .planned(let plan) = try home.releases.planRollback(back, by: .operator) else {
            throw Unexpected(what: "not planned")
        }
        #expect(plan.warnings.filter { $0.code == "stopped-revision" }.count == 1)
    }

    @Test func `the stop of a rollout that raised the share of a release does not warn of the release's end`() throws {
        try home.publish(1, from: "9.0")
        let ending = try publishEnding(2, percent: 10)
        let rollout = try start(2)
        guard case .planned(_, .planned(let plan)) = try rollouts.planStop(rollout.id, by: .operator) else {
            throw Unexpected(what: "not planned")
        }
        #expect(plan.warnings.filter { $0.code == "schedule-fails" } == [])
        try stop(rollout)
        #expect(try end(ending.schedule) == "released")
        #expect(try served() == [1, 1])
    }

    /// Publishes revision 2 from a version on, with a planned end, and returns the number of the schedule that ends it.
    private func publishEnding(from version: String) throws -> Int {
        var request = try home.request(2, from: version)
        request.ends = tomorrow
        guard case .released(_, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        return end.id
    }

    @Test func `an end fails if most clients would get nothing, because the rollout before it was stopped`() throws {
        let first = try start(1)
        try finish(first)
        let ending = try publishEnding(2)
        try stop(first)
        _ = try start(3)
        #expect(try served() == [3, 2])
        #expect(try end(ending.schedule) == "failed")
        #expect(try served() == [3, 2])
    }

    @Test func `an end fails if its clients got a rule of another version that is no longer there`() throws {
        let rollout = try start(1)
        try finish(rollout)
        let stopped = try publishEnding(from: "10.0")
        try stop(rollout)
        #expect(try end(stopped) == "failed")
        #expect(try home.answer("10.5")?.revision == 2)
        _ = try schedules.cancel(stopped, by: .operator)

        try home.publish(1, from: "9.0")
        let narrowed = try publishEnding(from: "11.0")
        try home.publish(3, from: "9.0", until: "10.0")
        _ = try Installation.released(
            home.releases.remove(
                RemovalRequest(feature: "home.offers", platform: "ios", from: try ClientVersion("10.0"), revision: nil),
                by: .operator))
        #expect(try end(narrowed) == "failed")
        #expect(try home.answer("11.5")?.revision == 2)
    }

    @Test func `after an end that restores no earlier rule, clients get the rule of a lower version`() throws {
        try home.publish(1, from: "9.0")
        let ending = try publishEnding(from: "10.0")
        #expect(try end(ending) == "released")
        #expect(try home.answer("10.5")?.revision == 1)
    }

    @Test(arguments: [false, true])
    func `after two rollouts are stopped, a platform is off that was off before both`(isFirstStoppedLast: Bool) throws {
        try home.publish(1, from: "9.0")
        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes")
        _ = try Installation.released(home.releases.switchOff(off, by: .operator))
        func start(_ revision: Int, from version: String) throws -> Rollout {
            let steps = [RolloutStep(percent: 100, bakeMinutes: 0)]
            let plan = RolloutPlan(name: "own", steps: steps, author: "operator", createdAt: .now)
            let release = try Installation.released(
                rollouts.start(home.request(revision, from: version), plan: plan, by: .operator))
            return try #require(try rollouts.rollout(ofRelease: release.number))
        }
        let started = [try start(2, from: "10.0"), try start(3, from: "11.0")]
        for rollout in isFirstStoppedLast ? started.reversed() : started { try stop(rollout) }
        #expect(try home.releases.live(of: "home.offers")?.switchedOff == ["ios"])
    }
}

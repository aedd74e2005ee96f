import Foundation
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("The revisions that planned ends and stopped rollouts restore") struct EndTests {
    private let home: Installation
    private var schedules: ScheduleStore { home.stores.schedules }
    private var rollouts: RolloutStore { home.stores.rollouts }
    private let tomorrow = Date.now + 86_400

    init() throws {
        home = try Installation()
        try home.feature(titles: ["One", "Two", "Three", "Four"])
        try home.publish(1, from: "9.0")
    }

    /// A release with a planned end.
    private struct Ending {
        let release: Int
        /// The number of the schedule that ends the release.
        let schedule: Int
    }

    private func publishEnding(
        _ revision: Int, percent: RolloutPercent = 100, on platform: String = "ios"
    ) throws -> Ending {
        var request = try home.request(revision, from: "9.0", percent: percent, on: platform)
        request.ends = tomorrow
        guard case .released(let release, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        return Ending(release: release.number, schedule: end.id)
    }

    /// Moves the time of an end into the past, carries the end out, and returns the word for its new state.
    private func end(_ ending: Ending) throws -> String? {
        try home.makeDue(ending.schedule)
        return try schedules.releaseDue().first?.state.word
    }

    private func rollBack(_ target: RollbackTarget) throws {
        _ = try Installation.released(home.releases.rollback(RollbackRequest(target, reason: ""), by: .operator))
    }

    /// The revisions that three clients get: one in the first tenth, one in the last, one without a bucket; 0 for none.
    private func served() throws -> [Int] {
        try [50, 950, nil].map { try home.answer("9.5", bucket: $0)?.revision ?? 0 }
    }

    /// The revisions of the rules that are predicted for a moment after the planned ends.
    private func foreseen() throws -> [Int]? {
        try schedules.state(of: "home.offers", at: tomorrow + 1)?.item?.rules.map(\.revision)
    }

    @Test func `an end restores the earlier revision, even after a rollback that was rolled back`() throws {
        let ending = try publishEnding(2)
        try rollBack(.release(ending.release))
        #expect(try served() == [1, 1, 1])
        try rollBack(.release(home.releases.newest()))
        #expect(try served() == [2, 2, 2])
        #expect(try foreseen() == [1])
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `an end restores the earlier revision, even after a rollback to the release that has the end`() throws {
        let ending = try publishEnding(2)
        try home.publish(3, from: "9.0")
        try rollBack(.feature("home.offers", afterRelease: ending.release))
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `publishing a rule again warns of the planned end that still removes it`() throws {
        func sentences(_ revision: Int, percent: RolloutPercent = 100, on platform: String = "ios") throws -> [String] {
            let request = try home.request(revision, from: "9.0", percent: percent, on: platform)
            guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            return plan.warnings.filter { $0.code == "ends-anyway" }.map(\.message)
        }
        let ending = try publishEnding(2, percent: 50)
        let sentence = """
            The rule from 9.0 on iOS belongs to release \(ending.release), which ends at \
            \(InternetTime.words(tomorrow)). The rule ends then, even if it is published again. To keep it, cancel \
            schedule \(ending.schedule).
            """
        #expect(try sentences(2) == [sentence])
        #expect(try sentences(2, percent: 50) == [sentence])
        // A rule for another revision or platform does not end, so there is no warning.
        #expect(try sentences(3) == [])
        #expect(try sentences(2, on: "android") == [])
        // The rule for revision 2 ends, even though it was published again for another share.
        try home.publish(2, from: "9.0")
        #expect(try foreseen() == [1])
        _ = try schedules.cancel(ending.schedule, by: .operator)
        #expect(try sentences(2) == [])
    }

    @Test func `an end fails if its revision was replaced and published again`() throws {
        let ending = try publishEnding(2)
        try home.publish(3, from: "9.0")
        try home.publish(2, from: "9.0")
        #expect(try foreseen() == [2])
        #expect(try end(ending) == "failed")
        #expect(try served() == [2, 2, 2])
        let state = try schedules.schedule(ending.schedule)?.state
        guard case .failed(let problems)? = state else { throw Unexpected(what: "not failed") }
        #expect(problems.map(\.code) == ["stale"])

        _ = try schedules.retry(ending.schedule, by: .operator)
        #expect(try schedules.releaseDue().map(\.state) == [.released(nil)])
        #expect(try served() == [2, 2, 2])
    }

    @Test func `a retried end takes out its rules, but not those that somebody has replaced`() throws {
        var request = try home.request(2, from: "9.0")
        request.rules += try home.request(2, from: "9.0", on: "android").rules
        request.ends = tomorrow
        guard case .released(let release, let schedule?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        try home.publish(3, from: "9.0")
        #expect(try end(Ending(release: release.number, schedule: schedule.id)) == "failed")
        #expect(try home.answer("9.5", on: "android")?.revision == 2)

        _ = try schedules.retry(schedule.id, by: .operator)
        #expect(try foreseen() == [3])
        #expect(try schedules.releaseDue().map(\.state) == [.released(home.releases.newest())])
        #expect(try served() == [3, 3, 3])
        #expect(try home.answer("9.5", on: "android") == nil)
    }

    @Test func `the end of a revision for a share of the clients restores the earlier one for all`() throws {
        let ending = try publishEnding(2, percent: 50)
        #expect(try served() == [2, 0, 0])
        #expect(try foreseen() == [1])
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `of two releases with ends, the earlier release can end last`() throws {
        let (outer, inner) = (try publishEnding(2), try publishEnding(3))
        #expect(try end(inner) == "released")
        #expect(try served() == [2, 2, 2])
        #expect(try foreseen() == [1])
        #expect(try end(outer) == "released")
        #expect(try served() == [1, 1, 1])
    }

    /// Starts a rollout of a revision at 10 %, which halts at two failures.
    private func start(_ revision: Int, on platform: String = "ios") throws -> Rollout {
        let steps = [
            RolloutStep(percent: 10, bakeMinutes: 10, failures: 2), RolloutStep(percent: 100, bakeMinutes: 0),
        ]
        let plan = RolloutPlan(name: "own", steps: steps, author: "operator", createdAt: .now)
        let release = try Installation.released(
            rollouts.start(home.request(revision, from: "9.0", on: platform), plan: plan, by: .operator))
        return try #require(try rollouts.rollout(ofRelease: release.number))
    }

    /// Starts a rollout of a revision, and makes its step to all clients.
    private func finish(_ revision: Int, on platform: String = "ios") throws -> Rollout {
        let rollout = try start(revision, on: platform)
        _ = try rollouts.approve(rollout.id, by: .operator)
        #expect(try rollouts.rollout(rollout.id)?.state == .finished)
        return rollout
    }

    private func stop(_ rollout: Rollout) throws {
        _ = try rollouts.stop(rollout.id, reason: "", by: .operator)
        #expect(try rollouts.rollout(rollout.id)?.state.word == "stopped")
    }

    @Test func `an end does not restore a rollout that was stopped while another revision covered it`() throws {
        let rollout = try start(2)
        let ending = try publishEnding(3)
        #expect(try foreseen() == [2, 1])
        try stop(rollout)
        #expect(try served() == [3, 3, 3])
        #expect(try foreseen() == [1])
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `an end fails if nothing would be left, because the rollout before it was stopped`() throws {
        let rollout = try finish(2, on: "android")
        let ending = try publishEnding(3, on: "android")
        try stop(rollout)
        #expect(try home.answer("9.5", on: "android")?.revision == 3)
        #expect(try end(ending) == "failed")
        #expect(try home.answer("9.5", on: "android")?.revision == 3)
        guard case .failed(let problems)? = try schedules.schedule(ending.schedule)?.state else {
            throw Unexpected(what: "not failed")
        }
        #expect(problems.map(\.code) == ["stale"])
    }

    @Test func `an end does not restore a rollout that failures halted while another revision covered it`() throws {
        let rollout = try start(2)
        let ending = try publishEnding(3)
        _ = try rollouts.report(rollout.id, failures: 2, note: "", by: .operator)
        #expect(try rollouts.advance().map(\.state.word) == ["halted"])
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `after a rollout and then the newer one that covers it are stopped, neither is served`() throws {
        let (first, second) = (try finish(2), try finish(3))
        try stop(first)
        #expect(try served() == [3, 3, 3])
        try stop(second)
        #expect(try served() == [1, 1, 1])

        let (third, fourth) = (try finish(2), try finish(3))
        let ending = try publishEnding(4)
        try stop(third)
        try stop(fourth)
        #expect(try served() == [4, 4, 4])
        #expect(try end(ending) == "released")
        #expect(try served() == [1, 1, 1])
    }

    @Test func `after a newer rollout and then the older one are stopped, neither is served`() throws {
        let (first, second) = (try finish(2), try finish(3))
        try stop(second)
        #expect(try served() == [2, 2, 2])
        try stop(first)
        #expect(try served() == [1, 1, 1])
    }

    @Test func `a stop leaves a platform on if somebody has switched it on or published there since`() throws {
        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes")
        func switchOff() throws { _ = try Installation.released(home.releases.switchOff(off, by: .operator)) }
        func isOff() throws -> Bool { try home.releases.live(of: "home.offers")?.switchedOff == ["ios"] }

        try switchOff()
        let alone = try start(2)
        #expect(try !isOff())
        try stop(alone)
        #expect(try isOff())

        let switched = try start(2)
        try switchOff()
        _ = try Installation.released(home.releases.switchOn(off, by: .operator))
        try stop(switched)
        #expect(try !isOff() && served() == [1, 1, 1])

        try switchOff()
        let replaced = try start(3)
        try home.publish(1, from: "9.0")
        try stop(replaced)
        #expect(try !isOff() && served() == [1, 1, 1])
    }

    @Test func `an end restores a revision that was published before its rollout was stopped`() throws {
        let rollout = try start(2)
        try home.publish(2, from: "9.0")
        let ending = try publishEnding(3)
        try stop(rollout)
        #expect(try foreseen() == [2])
        #expect(try end(ending) == "released")
        #expect(try served() == [2, 2, 2])
    }

    @Test func `an end restores a revision that was published after its rollout was stopped`() throws {
        try stop(start(2))
        try home.publish(2, from: "9.0")
        let ending = try publishEnding(3)
        #expect(try end(ending) == "released")
        #expect(try served() == [2, 2, 2])
    }

    @Test(arguments: UInt64(1)...6)
    func `in random histories, only publishes and rollbacks make a stopped revision live again`(
        seed: UInt64
    ) throws {
        var numbers = SeededNumbers(seed: seed)
        var count = 4
        // The revisions of the rollouts that are not stopped, by their ids.
        var open: [Int: Int] = [:]
        // The revisions of the stopped rollouts, and those among them that only a rollout has published and that no
        // publish or rollback has made live since. No end or stop may restore these.
        var (stopped, withdrawn): (Set<Int>, Set<Int>) = ([], [])
        // The revisions that somebody has published without a rollout, so that a stop does not take them away.
        var published: Set<Int> = []
        // The releases with planned ends, and the revisions that were live before each.
        var endings: [(ending: Ending, earlier: Set<Int>)] = []

        func live() throws -> Set<Int> { Set(try home.releases.rules(of: "home.offers").map(\.revision)) }
        func fresh() throws -> Int {
            count += 1
            return try home.save(Installation.screen("Title \(count)")).number
        }
        func endOne() throws {
            guard let place = endings.indices.randomElement(using: &numbers) else { return }
            let (ending, earlier) = endings.remove(at: place)
            guard try end(ending) == "released", !earlier.subtracting(stopped).isEmpty else { return }
            #expect(try !live().isEmpty)
        }
        func stopOne() throws {
            guard let id = open.keys.sorted().randomElement(using: &numbers) else { return }
            guard case .changed = try rollouts.stop(id, reason: "", by: .operator) else { return }
            guard let revision = open.removeValue(forKey: id) else { return }
            stopped.insert(revision)
            if !published.contains(revision) { withdrawn.insert(revision) }
        }

        func change() throws {
            let before = try live()
            let choice = Int.random(in: 0..<12, using: &numbers)
            switch choice {
            case 0: try home.publish(fresh(), from: "9.0")
            case 1: try home.publish(fresh(), from: "9.0", percent: 30)
            case 2:
                let revision = Int.random(in: 1...count, using: &numbers)
                published.insert(revision)
                try home.publish(revision, from: "9.0")
            case 3:
                let revision = try fresh()
                guard try rollouts.current(of: "home.offers").isEmpty else { break }
                let rollout = try start(revision)
                open[rollout.id] = revision
            case 4, 5:
                if let id = open.keys.max() { _ = try rollouts.approve(id, by: .operator) }
            case 6: endings.append((try publishEnding(fresh(), percent: 50), before))
            case 7: endings.append((try publishEnding(fresh()), before))
            case 8:
                let newest = try home.releases.newest()
                let target = RollbackTarget.feature(
                    "home.offers", afterRelease: Int.random(in: 1...newest, using: &numbers))
                _ = try home.releases.rollback(RollbackRequest(target, reason: ""), by: .operator)
            case 9:
                let target = RollbackTarget.release(try home.releases.newest())
                _ = try home.releases.rollback(RollbackRequest(target, reason: ""), by: .operator)
            case 10: try endOne()
            default: try stopOne()
            }
            let after = try live()
            // A publish of an existing revision (2) and rollbacks (8, 9) may make a withdrawn revision live again.
            if [2, 8, 9].contains(choice) { withdrawn.subtract(after) }
            #expect(after.subtracting(before).isDisjoint(with: withdrawn), "choice \(choice): \(before) → \(after)")
        }

        for _ in 0..<30 { try change() }
        while !endings.isEmpty {
            try endOne()
            #expect(try live().isDisjoint(with: withdrawn))
        }
        while !open.isEmpty {
            let before = open.count
            try stopOne()
            #expect(try live().isDisjoint(with: withdrawn))
            if open.count == before { break }
        }
    }
}

import Foundation
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Warnings about schedules and rollouts in plans for a later time") struct LaterPlanTests {
    private let home: Installation
    private var schedules: ScheduleStore { home.stores.schedules }
    private let tomorrow = Date.now + 86_400

    init() throws {
        home = try Installation()
        try home.feature()
    }

    private func schedule(_ request: PublishRequest, at time: Date) throws -> Schedule {
        switch try schedules.add(request, at: time, by: .operator) {
        case .scheduled(let schedule, _, _): return schedule
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    /// Returns the messages of a plan's warnings with a code; of a plan for now if there is no time.
    private func warnings(_ code: String, _ request: PublishRequest, at time: Date?) throws -> [String] {
        switch try schedules.plan(request, at: time, by: .operator) {
        case .planned(let plan): return plan.warnings.filter { $0.code == code }.map(\.message)
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    @Test func `publishing a planned rule again warns of the planned end that removes it`() throws {
        let request = try home.request(1, from: "1.0")
        var ending = request
        ending.ends = tomorrow + 30
        guard case .scheduled(let publish, let end?, _) = try schedules.add(ending, at: tomorrow, by: .operator) else {
            throw Unexpected(what: "not scheduled")
        }
        func sentence(_ owner: String) -> String {
            """
            The rule from 1.0 on iOS belongs to \(owner), which ends at \(InternetTime.words(end.dueAt)). The rule \
            ends then, even if it is published again. To keep it, cancel schedule \(end.id).
            """
        }
        let planned = sentence("the release of schedule \(publish.id)")
        #expect(try warnings("ends-anyway", request, at: tomorrow + 10) == [planned])
        #expect(try warnings("ends-anyway", home.request(2, from: "1.0"), at: tomorrow + 10) == [])
        // The rule is not live yet, or not any more.
        for time in [nil, tomorrow - 10, tomorrow + 40] {
            #expect(try warnings("ends-anyway", request, at: time) == [])
        }
        let again = try schedule(request, at: tomorrow + 10)
        #expect(try warnings("ends-anyway", request, at: tomorrow + 20) == [planned])

        try home.makeDue(publish.id)
        guard case .released(let release?)? = try schedules.releaseDue().first?.state else {
            throw Unexpected(what: "not released")
        }
        let made = sentence("release \(release)")
        for time in [nil, tomorrow - 10, tomorrow + 20] {
            #expect(try warnings("ends-anyway", request, at: time) == [made])
        }
        try home.makeDue(again.id)
        #expect(try schedules.releaseDue().map(\.state.word) == ["released"])
        #expect(try home.answer("1.0")?.revision == 1)
        try home.makeDue(end.id)
        #expect(try schedules.releaseDue().map(\.state.word) == ["released"])
        #expect(try home.answer("1.0") == nil)
    }

    @Test func `a release that ends before a planned end has no warning of that end`() throws {
        let request = try home.request(1, from: "1.0")
        func isWarned(until end: Date, at time: Date? = nil) throws -> Bool {
            var request = request
            request.ends = end
            return try !warnings("ends-anyway", request, at: time).isEmpty
        }
        var ending = request
        ending.ends = tomorrow
        guard case .released(_, let end?, _) = try schedules.add(ending, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        for time in [nil, tomorrow - 60] {
            #expect(try !isWarned(until: tomorrow - 10, at: time))
            // At the same time, the older end comes first.
            #expect(try isWarned(until: tomorrow, at: time))
            #expect(try isWarned(until: tomorrow + 10, at: time))
        }
        ending.ends = tomorrow - 10
        guard case .released(_, let first?, let warned) = try schedules.add(ending, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        #expect(warned.allSatisfy { $0.code != "ends-anyway" })
        for one in [first, end] {
            try home.makeDue(one.id)
            #expect(try schedules.releaseDue().map(\.state.word) == ["released"])
        }
        #expect(try home.answer("1.0") == nil)
    }

    @Test func `a schedule that is due at the end of an earlier release fails before that end`() throws {
        let waiting = try schedule(home.request(2, from: "1.0"), at: tomorrow)
        func ending(at end: Date) throws -> PublishRequest {
            var request = try home.request(3, from: "1.0")
            request.ends = end
            return request
        }
        for time in [nil, tomorrow - 20] {
            #expect(try warnings("schedule-fails", ending(at: tomorrow - 10), at: time) == [])
            #expect(try warnings("schedule-fails", ending(at: tomorrow), at: time).count == 1)
            #expect(try warnings("schedule-fails", ending(at: tomorrow + 1), at: time).count == 1)
        }
        let request = try ending(at: tomorrow)
        guard case .scheduled(let publish, let end?, _) = try schedules.add(request, at: tomorrow - 20, by: .operator)
        else { throw Unexpected(what: "not scheduled") }
        let later = try #require(try schedules.state(of: "home.offers", at: tomorrow))
        #expect(later.refused.map(\.schedule.id) == [waiting.id])
        #expect(later.planned.map(\.id) == [publish.id, end.id])
        #expect(try settle([publish, waiting, end]) == ["released", "failed", "released"])
    }

    /// Makes each schedule due in turn, and returns the words for the states that follow.
    private func settle(_ schedules: [Schedule]) throws -> [String] {
        try schedules.flatMap { schedule -> [String] in
            try home.makeDue(schedule.id)
            return try self.schedules.releaseDue().map(\.state.word)
        }
    }

    /// The minutes that each step of a rollout in these tests lasts.
    private static let minutes = 10

    /// Starts a rollout of revision 2 at 10 %, with two more steps.
    private func startRollout() throws -> Rollout {
        let percents: [RolloutPercent] = [10, 50, 100]
        let steps = percents.map { RolloutStep(percent: $0, bakeMinutes: Self.minutes) }
        let plan = RolloutPlan(name: "test", steps: steps, author: "operator", createdAt: .now)
        let release = try Installation.released(
            home.stores.rollouts.start(home.request(2, from: "1.0"), plan: plan, by: .operator))
        return try #require(try home.stores.rollouts.rollout(ofRelease: release.number))
    }

    /// Returns the time after so many steps of a rollout that has just begun, and half of the next step.
    private func time(afterSteps count: Double) -> Date { .now + (count + 0.5) * 60 * Double(Self.minutes) }

    @Test func `a release after a step that fails without it has no warning about that rollout`() throws {
        try home.publish(1, from: "1.0")
        let rollout = try startRollout()
        let request = try home.request(1, from: "2.0")
        // The steps after the first one would fail.
        for steps in [0.0, 1.0] {
            #expect(try warnings("rollout-fails", request, at: time(afterSteps: steps)).count == 1)
        }
        try home.publish(3, from: "1.0")
        #expect(try warnings("rollout-fails", request, at: time(afterSteps: 1)) == [])
        try home.makeDue(rollout)
        #expect(try home.stores.rollouts.advance().map(\.state.word) == ["failed"])
        #expect(try warnings("rollout-fails", request, at: time(afterSteps: 1)) == [])
    }

    @Test func `a plan after a step of a rollout warns of the step after that one`() throws {
        try home.publish(1, from: "1.0")
        let rollout = try startRollout()
        let request = try home.request(2, from: "1.0", percent: 70)
        // The step to 50 % is served by a share of 70 %, but the step to 100 % finds another share than its own.
        #expect(try warnings("rollout-fails", request, at: nil) == [])
        #expect(try warnings("rollout-fails", request, at: time(afterSteps: 1)).count == 1)

        let rollouts = home.stores.rollouts
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.step) == [1])
        try home.publish(2, from: "1.0", percent: 70)
        try home.makeDue(rollout)
        #expect(try rollouts.advance().map(\.state.word) == ["failed"])
    }
}

import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Failures of schedules, announced before they happen") struct ScheduleFailureTests {
    private let home: Installation
    private let tomorrow = Date.now + 86_400
    private var schedules: ScheduleStore { home.stores.schedules }

    init() throws {
        home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
    }

    /// Schedules a release, and its end unless `end` is nil, for numbers of seconds after this time tomorrow. Returns
    /// the ids of both; 0 for no end.
    private func add(_ given: PublishRequest, at time: Double, end: Double? = nil) throws -> (id: Int, end: Int) {
        var request = given
        request.ends = end.map { tomorrow + $0 }
        guard
            case .scheduled(let schedule, let planned, _) = try schedules.add(
                request, at: tomorrow + time, by: .operator)
        else { throw Unexpected(what: "not scheduled") }
        return (schedule.id, planned?.id ?? 0)
    }

    private func failures() throws -> [Int: ScheduleFailure] {
        try schedules.failures(among: schedules.all(limit: 100))
    }

    /// Makes a schedule due, lets it be released, and returns the codes of its problems; empty if it was released.
    private func problems(whenDue id: Int) throws -> [String] {
        try home.makeDue(id)
        let settled = try schedules.releaseDue()
        #expect(settled.map(\.id) == [id])
        switch settled.first?.state {
        case .released?: return []
        case .failed(let problems)?: return problems.map(\.code)
        default: throw Unexpected(what: "\(settled)")
        }
    }

    @Test func `a schedule that others have overtaken does not fail if their release ends before it`() throws {
        let schedule = try add(home.request(3, from: "9.0"), at: 60, end: 90)
        var other = try home.request(2, from: "9.0")
        other.ends = tomorrow
        guard case .released(_, let end?, _) = try schedules.add(other, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        #expect(try failures() == [:])
        _ = try schedules.cancel(end.id, by: .operator)
        #expect(try failures()[schedule.id] == .overtaken)
        #expect(try failures()[schedule.end] != nil)
    }

    @Test func `an overtaken schedule is released after the end of what overtook it`() throws {
        let schedule = try add(home.request(3, from: "9.0"), at: 60)
        var other = try home.request(2, from: "9.0")
        other.ends = tomorrow
        guard case .released(_, let end?, _) = try schedules.add(other, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        #expect(try failures() == [:])
        #expect(try problems(whenDue: end.id) == [])
        #expect(try problems(whenDue: schedule.id) == [])
        #expect(try home.answer("9.5")?.revision == 3)
    }

    @Test func `a release fails that a later schedule overtakes, and its end fails with it`() throws {
        let first = try add(home.request(2, from: "9.0"), at: 40, end: 60)
        #expect(try failures() == [:])
        let second = try add(home.request(3, from: "9.0"), at: 20)
        #expect(
            try failures() == [
                first.id: .willBeOvertaken(schedule: second.id), first.end: .willHaveNothingToEnd(schedule: first.id),
            ])

        #expect(try problems(whenDue: second.id) == [])
        let now = try failures()
        #expect(now[first.id] == .overtaken)
        guard case .refused(let nothing)? = now[first.end] else { throw Unexpected(what: "\(now)") }
        #expect(nothing.map(\.code) == ["not-published"])
        #expect(try problems(whenDue: first.id) == ["stale"])
        #expect(try problems(whenDue: first.end) == ["not-published"])
    }

    @Test func `an end fails if a schedule replaces the rule between the release and the end`() throws {
        let first = try add(home.request(2, from: "10.0"), at: 0, end: 60)
        let other = try add(home.request(3, from: "10.0"), at: 30)
        let announced: [Int: ScheduleFailure] = [first.end: .willBeOvertaken(schedule: other.id)]
        #expect(try failures() == announced)
        #expect(try problems(whenDue: first.id) == [])
        #expect(try failures() == announced)
        #expect(try problems(whenDue: other.id) == [])
        #expect(try failures() == [first.end: .overtaken])
        #expect(try problems(whenDue: first.end) == ["stale"])
    }

    @Test func `the end of a release that was made at once fails if a schedule replaces the rule before`() throws {
        var request = try home.request(2, from: "10.0")
        request.ends = tomorrow + 60
        guard case .released(_, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        #expect(try failures() == [:])
        let other = try add(home.request(3, from: "10.0"), at: 30)
        #expect(try failures() == [end.id: .willBeOvertaken(schedule: other.id)])
        #expect(try problems(whenDue: other.id) == [])
        #expect(try problems(whenDue: end.id) == ["stale"])
    }

    @Test func `no schedule is named if several are due before`() throws {
        let last = try add(home.request(2, from: "9.0"), at: 40)
        let others = [
            try add(home.request(3, from: "9.0", on: "android"), at: 10), try add(home.request(3, from: "9.5"), at: 20),
        ]
        #expect(try failures() == [last.id: .willBeOvertaken(schedule: nil)])
        for other in others { #expect(try problems(whenDue: other.id) == []) }
        #expect(try problems(whenDue: last.id) == ["stale"])
    }

    @Test func `an end does not fail after another release that is planned before its own`() throws {
        let early = try add(home.request(2, from: "11.0"), at: 0)
        let first = try add(home.request(2, from: "10.0"), at: 20, end: 60)
        #expect(try failures() == [:])
        for id in [early.id, first.id, first.end] { #expect(try problems(whenDue: id) == []) }
    }

    @Test func `a schedule does not fail after an earlier one, nor after a change that is undone before`() throws {
        let last = try add(home.request(2, from: "9.0"), at: 60)
        let change = try add(home.request(3, from: "9.0"), at: 20)
        #expect(try failures() == [last.id: .willBeOvertaken(schedule: change.id)])
        let undoing = try add(home.request(1, from: "9.0"), at: 40)
        #expect(try failures() == [:])
        for id in [change.id, undoing.id, last.id] { #expect(try problems(whenDue: id) == []) }
    }

    @Test func `an end fails if a step of a rollout replaces the rule before`() throws {
        var request = try home.request(2, from: "10.0")
        request.ends = tomorrow
        guard case .released(_, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        let plan = RolloutPlan(
            name: "test",
            steps: [RolloutStep(percent: 1, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)],
            author: "operator", createdAt: .now)
        let rollouts = home.stores.rollouts
        let start = try Installation.released(
            rollouts.start(home.request(3, from: "10.0"), plan: plan, by: .operator))
        let rollout = try #require(try rollouts.rollout(ofRelease: start.number))
        #expect(try failures() == [end.id: .willBeOvertaken(schedule: nil)])
        try home.makeDue(rollout)
        #expect(try rollouts.advance().count == 1)
        #expect(try failures() == [end.id: .overtaken])
        #expect(try problems(whenDue: end.id) == ["stale"])
    }

    @Test func `other problems are announced if something else is planned for the feature`() throws {
        let retried = try add(home.request(2, from: "9.0"), at: 0)
        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes")
        _ = try Installation.released(home.releases.switchOff(off, by: .operator))
        #expect(try problems(whenDue: retried.id) == ["stale"])
        _ = try schedules.retry(retried.id, by: .operator)
        // A schedule with nothing planned before it is not worth a forecast.
        #expect(try failures() == [:])

        let other = try add(home.request(3, from: "9.0", on: "web"), at: 0)
        try home.makeDue(other.id, ago: 3_600)
        guard case .willBeRefused(let announced)? = try failures()[retried.id] else {
            throw Unexpected(what: "not announced")
        }
        #expect(announced.map(\.code) == ["switched-off"])
        #expect(try schedules.releaseDue().map(\.id) == [other.id, retried.id])
        guard case .failed(let found)? = try schedules.schedule(retried.id)?.state else {
            throw Unexpected(what: "not refused")
        }
        #expect(found.map(\.code) == ["switched-off"])
    }
}

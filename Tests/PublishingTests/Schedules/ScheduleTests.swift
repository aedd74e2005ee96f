import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("Schedules") struct ScheduleTests {
    private let home: Installation
    private var schedules: ScheduleStore { home.stores.schedules }

    init() throws {
        home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
    }

    private let tomorrow = Date.now + 86_400

    private func schedule(_ request: PublishRequest, at time: Date? = nil) throws -> Schedule {
        switch try schedules.add(request, at: time ?? tomorrow, by: .operator) {
        case .scheduled(let schedule, _, _): return schedule
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    @Test func `a schedule is released once, and not before its time`() throws {
        let schedule = try schedule(home.request(2, from: "9.0"))
        #expect(try schedules.releaseDue() == [])
        #expect(try home.answer("9.5")?.revision == 1)
        #expect(try schedules.all(limit: 10).map(\.state) == [.waiting])

        try home.makeDue(schedule.id, ago: 600)
        let settled = try schedules.releaseDue()

        #expect(settled.map(\.state) == [.released(2)])
        #expect((590...700).contains(try #require(settled.first).delay))
        #expect(try home.answer("9.5")?.revision == 2)
        #expect(try schedules.releaseDue() == [])
        #expect(try home.releases.newest() == 2)
    }

    @Test func `a schedule stays with its renamed feature, even if another feature gets the former name`() throws {
        let schedule = try schedule(home.request(2, from: "9.0"))
        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 0)
        guard case .renamed = try home.releases.rename(rename, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        try home.feature("home.offers", titles: ["Another", "Others"])
        #expect(try schedules.schedule(schedule.id)?.features == ["home.deals"])
        try home.makeDue(schedule.id)
        let settled = try #require(try schedules.releaseDue().first)
        #expect(settled.state == .released(3))
        #expect(try home.answer("9.5", of: "home.deals")?.revision == 2)
        #expect(try home.releases.live(of: "home.offers")?.rules.isEmpty ?? true)
        #expect(try home.stores.features.archive("home.offers", reason: "unused", by: .operator) == .done)
    }

    @Test func `a feature that a schedule names by two of its names is listed once`() throws {
        let rename = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 30)
        guard case .renamed = try home.releases.rename(rename, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        let rules = [("home.offers", 2, "10.0"), ("home.deals", 3, "11.0")]
        let schedule = try schedule(
            PublishRequest(
                try rules.map { name, revision, version in
                    RuleRequest(feature: name, revision: revision, platform: "ios", from: try ClientVersion(version))
                }))

        #expect(schedule.features == ["home.deals"])
        try home.makeDue(schedule.id)
        let settled = try #require(try schedules.releaseDue().first)
        #expect(settled.features == ["home.deals"] && settled.state == .released(3))
        let revisions = try ["10.5", "11.0"].map { try home.answer($0, of: "home.deals")?.revision }
        #expect(revisions == [2, 3])
    }

    @Test func `eight processes at the same time release each schedule once`() async throws {
        let due = try (0..<6).map { index in
            try schedule(home.request(2 + index % 2, from: "\(10 + index).0"))
        }
        for schedule in due { try home.makeDue(schedule.id) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let schedules = ScheduleStore(pool: home.pool, releases: home.releases)
                    while try !schedules.all(limit: 10, onlyOpen: true).isEmpty { _ = try schedules.releaseDue() }
                }
            }
            try await group.waitForAll()
        }
        #expect(try home.releases.newest() == 7)
        #expect(try due.map { try schedules.schedule($0.id)?.state } == (2...7).map { .released($0) })
    }

    @Test func `a request that would be refused now or a time in the past cannot be scheduled`() throws {
        let unsupported = try home.save(Installation.screen("Badge", ", \"badge\": \"new\""))
        guard
            case .refused(.rejected(let problems)) = try schedules.add(
                home.request(unsupported.number, from: "5.0"), at: tomorrow, by: .operator)
        else {
            Issue.record("scheduled")
            return
        }
        #expect(problems.contains { $0.code == "unsupported" && $0.pointer == "/badge" })
        guard
            case .refused(.rejected(let late)) = try schedules.add(
                home.request(2, from: "9.0"), at: .now - 1, by: .operator)
        else {
            Issue.record("scheduled")
            return
        }
        #expect(late.map(\.code) == ["time-passed"])
        #expect(try schedules.all(limit: 10) == [])
    }

    @Test func `the plan of a lone schedule equals that of publishing now, and nothing is scheduled`() throws {
        let request = try home.request(2, from: "9.0")
        guard case .planned(let plan) = try schedules.plan(request, at: tomorrow, by: .operator),
            case .planned(let now) = try home.releases.planPublish(request, by: .operator),
            case .refused(.rejected(let late)) = try schedules.plan(request, at: .now - 1, by: .operator)
        else { throw Unexpected(what: "another outcome") }
        #expect(plan.items == now.items)
        #expect(plan.warnings == now.warnings && plan.proofs == now.proofs && plan.reach == now.reach)
        #expect(plan.moments.map(\.release) == [1] && now.moments.isEmpty)
        #expect(late.map(\.code) == ["time-passed"])
        #expect(try schedules.all(limit: 10) == [])
        #expect(try home.releases.newest() == 1)
    }

    @Test func `a schedule fails after another release for its clients, and can be tried again`() throws {
        let schedule = try schedule(home.request(2, from: "9.0"))
        let elsewhere = try self.schedule(home.request(2, from: "9.0", on: "android"))
        try home.publish(3, from: "9.0", on: "web")
        try home.publish(3, from: "9.0")
        for id in [schedule.id, elsewhere.id] { try home.makeDue(id) }

        let settled = try schedules.releaseDue()

        guard case .failed(let problems) = settled.first?.state else {
            Issue.record("\(settled)")
            return
        }
        #expect(problems.map(\.code) == ["stale"])
        // Release 2 is not named, because it was for another platform.
        #expect(
            problems.map(\.message) == [
                "The rules for the same clients have changed since this was scheduled (by release 3)."
            ])
        #expect(settled.last?.state == .released(4))
        #expect(try home.answer("9.5")?.revision == 3)
        let events = try home.stores.audit.events().map(\.action)
        #expect(events.contains("schedule.failed"))
        #expect(try schedules.releaseDue() == [])

        guard case .changed = try schedules.retry(schedule.id, by: .operator) else {
            Issue.record("not tried again")
            return
        }
        #expect(try schedules.releaseDue().map(\.state) == [.released(5)])
        #expect(try home.answer("9.5")?.revision == 2)
    }

    @Test func `a release that makes a waiting schedule fail has a warning, and so has its plan`() throws {
        let schedule = try schedule(home.request(2, from: "9.0"))
        let sentence = """
            Schedule \(schedule.id) is due at \(InternetTime.words(schedule.dueAt)) for the same clients. After this \
            change, it will fail, unless the change is undone before. It then waits until a person tries it again or cancels it.
            """
        func failing(_ outcome: PlanOutcome) throws -> [String] {
            guard case .planned(let plan) = outcome else { throw Unexpected(what: "\(outcome)") }
            return plan.warnings.filter { $0.code == "schedule-fails" }.map(\.message)
        }
        let request = try home.request(3, from: "9.5")
        #expect(try failing(home.releases.planPublish(request, by: .operator)) == [sentence])
        let off = SwitchRequest(feature: "home.offers", reason: "Crashes")
        #expect(try failing(home.releases.planSwitchOff(off, by: .operator)) == [sentence])
        #expect(try failing(schedules.plan(request, at: tomorrow - 60, by: .operator)) == [sentence])
        // There is no warning for other clients, nor for a release after the schedule.
        #expect(try failing(home.releases.planPublish(home.request(3, from: "9.0", on: "web"), by: .operator)) == [])
        #expect(try failing(schedules.plan(request, at: tomorrow + 60, by: .operator)) == [])

        guard case .released(_, let warnings) = try home.releases.publish(request, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        #expect(warnings.filter { $0.code == "schedule-fails" }.map(\.message) == [sentence])
        try home.makeDue(schedule.id)
        guard case .failed? = try schedules.releaseDue().first?.state else { throw Unexpected(what: "not failed") }
        // The schedule has failed, so further releases have no warning about it.
        #expect(try failing(home.releases.planPublish(home.request(1, from: "9.7"), by: .operator)) == [])
    }

    @Test func `a release that replaces the rule of a planned end has a warning`() throws {
        var request = try home.request(2, from: "10.0")
        request.ends = tomorrow
        guard case .released(_, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        func failing(_ request: PublishRequest) throws -> [String] {
            guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            return plan.warnings.filter { $0.code == "schedule-fails" }.map(\.message)
        }
        let found = try failing(home.request(3, from: "10.0"))
        #expect(found.count == 1 && found.first?.hasPrefix("Schedule \(end.id) is due at ") == true)
        #expect(try failing(home.request(3, from: "11.0")) == [])
    }

    @Test func `trying a schedule again does not switch on a platform that was switched off since`() throws {
        func failure() throws -> [String] {
            guard case .failed(let problems)? = try schedules.releaseDue().first?.state else {
                throw Unexpected(what: "not refused")
            }
            return problems.map(\.code)
        }
        let request = SwitchRequest(feature: "home.offers", platform: "ios", reason: "Crashes")
        let schedule = try schedule(home.request(2, from: "9.0"))
        _ = try Installation.released(home.releases.switchOff(request, by: .operator))
        try home.makeDue(schedule.id)
        #expect(try failure() == ["stale"])
        _ = try schedules.retry(schedule.id, by: .operator)
        #expect(try failure() == ["switched-off"])
        #expect(try home.releases.live(of: "home.offers")?.switchedOff == ["ios"])
        _ = try Installation.released(home.releases.switchOn(request, by: .operator))
        _ = try schedules.retry(schedule.id, by: .operator)
        #expect(try schedules.releaseDue().map(\.state) == [.released(4)])

        // A schedule that was added while the platform was off does switch it on.
        _ = try Installation.released(home.releases.switchOff(request, by: .operator))
        let resuming = try self.schedule(home.request(3, from: "9.0"))
        let removal = RemovalRequest(
            feature: "home.offers", platform: "ios", from: try ClientVersion("9.0"), revision: 2)
        _ = try Installation.released(home.releases.remove(removal, by: .operator))
        try home.makeDue(resuming.id)
        #expect(try failure() == ["stale"])
        _ = try schedules.retry(resuming.id, by: .operator)
        #expect(try schedules.releaseDue().map(\.state) == [.released(7)])
        #expect(try home.releases.live(of: "home.offers")?.switchedOff == [])
    }

    @Test func `an earlier schedule for the same clients does not make a later one fail`() throws {
        let first = try schedule(home.request(2, from: "9.0"))
        let second = try schedule(home.request(3, from: "9.0"), at: tomorrow + 60)
        try home.makeDue(first.id, ago: 20)
        try home.makeDue(second.id, ago: 10)
        #expect(try schedules.releaseDue().map(\.state) == [.released(2), .released(3)])
    }

    @Test func `a schedule is checked again at its time`() throws {
        _ = try home.stores.reviews.setPolicy(0, of: nil, by: .operator)
        let schedule = try schedule(home.request(2, from: "9.0"))
        _ = try home.stores.reviews.setPolicy(1, of: nil, by: .operator)
        try home.makeDue(schedule.id)
        guard case .failed(let problems)? = try schedules.releaseDue().first?.state else {
            Issue.record("not refused")
            return
        }
        #expect(problems.map(\.code) == ["not-approved"])
    }

    @Test func `a schedule fails if its author may no longer publish`() throws {
        // The first account gets all roles, so another account is added first.
        _ = try home.stores.accounts.add(
            name: "mira", password: "seven quiet herons", roles: Set(Role.allCases), by: .operator)
        let roles: Set<Role> = [.releaseManager]
        guard
            case .added(let account) = try home.stores.accounts.add(
                name: "rui", password: "seven quiet herons", roles: roles, by: .operator),
            case .scheduled(let schedule, _, _) = try schedules.add(
                home.request(2, from: "9.0"), at: tomorrow, by: account.actor)
        else { throw Unexpected(what: "not scheduled") }
        _ = try home.stores.accounts.setRoles(of: "rui", to: [.analyst], by: .operator)
        try home.makeDue(schedule.id)
        guard case .failed(let problems)? = try schedules.releaseDue().first?.state else {
            Issue.record("not refused")
            return
        }
        #expect(problems.map(\.code) == ["author-not-allowed"])
    }

    @Test func `a cancelled schedule is never released, and its end is cancelled with it`() throws {
        var request = try home.request(2, from: "9.0")
        request.ends = tomorrow + 3_600
        guard case .scheduled(let schedule, let end?, _) = try schedules.add(request, at: tomorrow, by: .operator)
        else { throw Unexpected(what: "not scheduled") }
        guard case .changed = try schedules.cancel(schedule.id, by: .operator),
            case .unchanged = try schedules.cancel(schedule.id, by: .operator)
        else { throw Unexpected(what: "not cancelled once") }
        for id in [schedule.id, end.id] { try home.makeDue(id) }
        #expect(try schedules.releaseDue() == [])
        #expect(try schedules.schedule(end.id)?.state == .cancelled(by: "operator"))
    }

    @Test func `the end of a release restores the former bytes and keeps later rules of other platforms`() throws {
        let before = try #require(try home.answer("9.5"))
        var request = try home.request(2, from: "9.0")
        request.ends = tomorrow
        guard case .released(let release, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        #expect(end.action == .endRelease(release.number))
        try home.publish(3, from: "9.0", on: "android")
        try home.makeDue(end.id)

        #expect(try schedules.releaseDue().map(\.state) == [.released(4)])

        let after = try #require(try home.answer("9.5"))
        #expect(after.text == before.text && after.revision == 1 && after.release == 4)
        #expect(try home.answer("9.5", on: "android")?.revision == 3)
        #expect(try home.releases.release(4)?.rollback == .release(2))
    }

    @Test func `the end of a release removes its rule, and fails if the rule was replaced`() throws {
        var request = try home.request(2, from: "10.0")
        request.ends = tomorrow
        guard case .released(let release, let end?, _) = try schedules.add(request, at: nil, by: .operator) else {
            throw Unexpected(what: "not released")
        }
        try home.publish(3, from: "10.0")
        try home.makeDue(end.id)
        guard case .failed(let problems)? = try schedules.releaseDue().first?.state else {
            Issue.record("not refused")
            return
        }
        #expect(problems.map(\.code) == ["stale"])
        #expect(try home.answer("10.5")?.revision == 3)
        let back = RollbackRequest(feature: "home.offers", toRelease: release.number, reason: "")
        _ = try Installation.released(home.releases.rollback(back, by: .operator))
        _ = try schedules.retry(end.id, by: .operator)
        _ = try schedules.releaseDue()
        #expect(try home.answer("10.5")?.revision == 1)
    }

    @Test func `a schedule whose end has passed too is not released`() throws {
        var request = try home.request(2, from: "9.0")
        request.ends = tomorrow + 60
        guard case .scheduled(let schedule, let end?, _) = try schedules.add(request, at: tomorrow, by: .operator)
        else { throw Unexpected(what: "not scheduled") }
        try home.makeDue(schedule.id, ago: 100)
        try home.makeDue(end.id, ago: 50)
        let settled = try schedules.releaseDue()
        guard case .failed(let problems)? = settled.first?.state, case .failed(let others)? = settled.last?.state else {
            Issue.record("\(settled)")
            return
        }
        #expect(problems.map(\.code) == ["time-passed"])
        #expect(others.map(\.code) == ["not-published"])
        #expect(try home.releases.newest() == 1)

        // Both messages name the schedule to cancel. Once the end is cancelled, a retry makes the release.
        #expect(problems.first?.message.contains("cancel schedule \(end.id), which would end them") == true)
        #expect(others.first?.message.contains("If you cancel schedule \(schedule.id)") == true)
        _ = try schedules.retry(schedule.id, by: .operator)
        guard case .failed? = try schedules.releaseDue().first?.state else {
            Issue.record("made although its end has passed")
            return
        }
        _ = try schedules.cancel(end.id, by: .operator)
        _ = try schedules.retry(schedule.id, by: .operator)
        #expect(try schedules.releaseDue().map(\.state) == [.released(2)])
        #expect(try schedules.schedule(end.id)?.state == .cancelled(by: "operator"))
    }

    @Test func `a request repeated with its idempotency key makes one schedule`() throws {
        var request = try home.request(2, from: "9.0")
        request.idempotencyKey = "one"
        let first = try schedule(request)
        #expect(try schedule(request) == first)
        guard case .keyReused = try schedules.add(request, at: tomorrow + 1, by: .operator) else {
            Issue.record("not refused")
            return
        }
        #expect(try schedules.all(limit: 10).count == 1)
    }
}

extension Installation {
    /// Sets a schedule's time to a number of seconds before now.
    func makeDue(_ schedule: Int, ago seconds: Int = 1) throws {
        let owner = try connectAsOwner()
        try owner.execute("ALTER TABLE schedule DISABLE TRIGGER schedule_append_only")
        try owner.execute(
            "UPDATE schedule SET due_at = clock_timestamp() - make_interval(secs => \(Double(seconds))) WHERE id = \(schedule)"
        )
        try owner.execute("ALTER TABLE schedule ENABLE TRIGGER schedule_append_only")
    }
}

import Foundation
import Publishing
import SchemaRepository
import Testing

@Suite("Dry runs of stopping a rollout") struct RolloutStopPlanTests {
    private let home: Installation
    private var rollouts: RolloutStore { home.stores.rollouts }

    init() throws {
        home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
    }

    @Test func `a dry run of a stop states the release that the stop makes, and does not stop the rollout`() throws {
        let steps = [RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        let plan = RolloutPlan(name: "own", steps: steps, author: "operator", createdAt: .distantPast)
        let release = try Installation.released(
            rollouts.start(home.request(2, from: "9.0"), plan: plan, by: .operator))
        let id = try #require(try rollouts.rollout(ofRelease: release.number)).id
        guard case .planned(_, .planned(let planned)) = try rollouts.planStop(id, by: .operator) else {
            throw Unexpected(what: "refused")
        }
        #expect(try rollouts.rollout(id)?.state == .running)
        #expect(try home.releases.newest() == release.number)

        // A stop based on the state before the rollout's release is stale.
        guard case .refused(.stale) = try rollouts.stop(id, reason: "", seen: release.number - 1, by: .operator) else {
            throw Unexpected(what: "not stale")
        }
        guard case .planned(_, .refused(.stale)) = try rollouts.planStop(id, seen: release.number - 1, by: .operator)
        else { throw Unexpected(what: "not stale") }
        #expect(try rollouts.rollout(id)?.state == .running)
        _ = try rollouts.stop(id, reason: "", seen: release.number, by: .operator)
        #expect(try rollouts.rollout(id)?.state == .stopped(by: "operator"))
        #expect(try home.releases.release(planned.number)?.items == planned.items)
        guard case .unchanged = try rollouts.planStop(id, by: .operator) else {
            throw Unexpected(what: "the rollout would be stopped twice")
        }
        guard case .noSuchRollout = try rollouts.planStop(99, by: .operator) else {
            throw Unexpected(what: "there is a rollout 99")
        }
    }

    @Test func `a stop and its dry run warn of clients left without a revision`() throws {
        let steps = [RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        let plan = RolloutPlan(name: "own", steps: steps, author: "operator", createdAt: .distantPast)
        func stop(on platform: String) throws -> [[String]] {
            let release = try Installation.released(
                rollouts.start(home.request(2, from: "9.0", on: platform), plan: plan, by: .operator))
            let id = try #require(try rollouts.rollout(ofRelease: release.number)).id
            guard case .planned(_, .planned(let planned)) = try rollouts.planStop(id, by: .operator),
                case .changed(_, let warnings) = try rollouts.stop(id, reason: "", by: .operator)
            else { throw Unexpected(what: "not stopped") }
            return [planned.warnings, warnings].map { $0.filter { $0.code == "nothing-live" }.map(\.message) }
        }
        let sentence = "10 % of the clients on Android from 9.0 on will no longer get home.offers."
        #expect(try stop(on: "android") == [[sentence], [sentence]])
        #expect(try stop(on: "ios") == [[], []])
    }

    @Test func `dry runs of stops, removals and rollbacks state the share of clients left without a revision`() throws {
        let steps = [RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        let plan = RolloutPlan(name: "own", steps: steps, author: "operator", createdAt: .distantPast)
        func start(_ revision: Int) throws -> Release {
            try Installation.released(
                rollouts.start(home.request(revision, from: "9.0", on: "android"), plan: plan, by: .operator))
        }
        func sentences(_ outcome: PlanOutcome) throws -> [String] {
            guard case .planned(let planned) = outcome else { throw Unexpected(what: "\(outcome)") }
            return planned.warnings.filter { $0.code == "nothing-live" }.map(\.message)
        }
        func removal(_ revision: Int, on platform: String) throws -> RemovalRequest {
            RemovalRequest(
                feature: "home.offers", platform: platform, from: try ClientVersion("9.0"), revision: revision)
        }
        let first = try start(2)
        let id = try #require(try rollouts.rollout(ofRelease: first.number)).id
        _ = try rollouts.approve(id, by: .operator)
        _ = try start(3)
        try home.publish(2, from: "10.0")

        let share = "90 % of the clients on Android from 9.0 on will no longer get home.offers."
        guard case .planned(_, let stop) = try rollouts.planStop(id, by: .operator) else {
            throw Unexpected(what: "not planned")
        }
        #expect(try sentences(stop) == [share])
        #expect(try sentences(home.releases.planRemoval(removal(2, on: "android"), by: .operator)) == [share])
        #expect(try sentences(home.releases.planRemoval(removal(3, on: "android"), by: .operator)) == [])
        let all = "Clients on iOS from 9.0 until 10.0 will no longer get home.offers."
        #expect(try sentences(home.releases.planRemoval(removal(1, on: "ios"), by: .operator)) == [all])
        let back = RollbackRequest(feature: "home.offers", toRelease: first.number, reason: "")
        #expect(try sentences(home.releases.planRollback(back, by: .operator)) == [share])
    }

    @Test func `a warning states the share of clients that lose the feature, not of those that get nothing`() throws {
        try home.publish(1, from: "9.0", percent: 50, on: "web")
        try home.publish(2, from: "10.0", percent: 30, on: "web")
        let removal = RemovalRequest(feature: "home.offers", platform: "web", from: try ClientVersion("9.0"))
        guard case .planned(let plan) = try home.releases.planRemoval(removal, by: .operator) else {
            throw Unexpected(what: "not planned")
        }
        #expect(
            plan.warnings.map(\.message) == [
                "50 % of the clients on Web from 9.0 until 10.0 will no longer get home.offers.",
                "20 % of the clients on Web from 10.0 on will no longer get home.offers.",
            ])
    }
}

import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import Synchronization
import TestSupport
import Testing

@Suite("Simultaneous changes of rollouts") struct RolloutRaceTests {
    private let home: Installation
    private var rollouts: RolloutStore { home.stores.rollouts }

    init() throws {
        home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
    }

    private func start() throws -> Rollout {
        let plan = RolloutPlan(
            name: "test",
            steps: [
                RolloutStep(percent: 1, bakeMinutes: 10), RolloutStep(percent: 10, bakeMinutes: 10),
                RolloutStep(percent: 100, bakeMinutes: 0),
            ], author: "operator", createdAt: .now)
        let release = try Installation.released(
            rollouts.start(home.request(2, from: "9.0"), plan: plan, by: .operator))
        return try #require(try rollouts.rollout(ofRelease: release.number))
    }

    /// Makes two changes at the same time, and returns the outcome of the second one. Both read the rollout and then
    /// wait for the same lock, so the second one has read it before the first one is committed.
    private func outcome(
        of second: @escaping @Sendable (RolloutStore) throws -> RolloutOutcome,
        after first: @escaping @Sendable (RolloutStore) throws -> Void
    ) throws -> RolloutOutcome {
        let blocker = try home.connectAsOwner()
        try blocker.execute("BEGIN")
        try blocker.execute("SELECT pg_advisory_xact_lock(hashtextextended('galley.schedule', 0))")
        let outcome = Mutex<RolloutOutcome?>(nil)
        let failure = Mutex<(any Error)?>(nil)
        let done = DispatchGroup()
        func run(_ body: @escaping @Sendable () throws -> Void) {
            done.enter()
            let thread = Thread {
                do { try body() } catch { failure.withLock { $0 = error } }
                done.leave()
            }
            thread.start()
        }
        let stores = rollouts
        run { try first(stores) }
        try waitForLocks(1)
        run {
            let result = try second(stores)
            outcome.withLock { $0 = result }
        }
        try waitForLocks(2)
        // The lock is given to the waiting transactions in the order of their requests.
        try blocker.execute("COMMIT")
        done.wait()
        if let error = failure.withLock({ $0 }) { throw error }
        return try #require(outcome.withLock { $0 })
    }

    private func waitForLocks(_ count: Int) throws {
        let watcher = try home.connectAsOwner()
        try waitUntil("\(count) transactions wait for a lock") {
            try watcher.query(
                """
                SELECT count(*) AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
                WHERE NOT granted AND datname = current_database()
                """
            ).first?["waiting", as: Int.self] == count
        }
    }

    private func isStopped(_ outcome: RolloutOutcome) -> Bool {
        guard case .changed(let rollout, _) = outcome else { return false }
        return rollout.state == .stopped(by: "operator")
    }

    @Test func `a stop during an approval takes back the approved step too`() throws {
        let rollout = try start()
        let outcome = try outcome(
            of: { try $0.stop(rollout.id, reason: "wrong", by: .operator) },
            after: { _ = try $0.approve(rollout.id, by: .operator) })
        #expect(isStopped(outcome), "\(outcome)")
        #expect(try rollouts.rollout(rollout.id)?.step == 1)
        #expect(try home.answer("9.5", bucket: 0)?.revision == 1)
    }

    @Test func `a stop during a step that is due takes back that step too`() throws {
        let rollout = try start()
        try home.makeDue(rollout)
        let outcome = try outcome(
            of: { try $0.stop(rollout.id, reason: "wrong", by: .operator) }, after: { _ = try $0.advance() })
        #expect(isStopped(outcome), "\(outcome)")
        #expect(try rollouts.rollout(rollout.id)?.step == 1)
        #expect(try home.answer("9.5", bucket: 0)?.revision == 1)
    }

    @Test func `a stop that expects the release of an earlier step is stale`() throws {
        let rollout = try start()
        let outcome = try outcome(
            of: { try $0.stop(rollout.id, reason: "wrong", seen: rollout.release, by: .operator) },
            after: { _ = try $0.approve(rollout.id, by: .operator) })
        guard case .refused(.stale) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(try rollouts.rollout(rollout.id)?.state == .running)
    }

    @Test func `of two simultaneous stops the second one changes nothing`() throws {
        let rollout = try start()
        let outcome = try outcome(
            of: { try $0.stop(rollout.id, reason: "wrong", by: .operator) },
            after: { _ = try $0.stop(rollout.id, reason: "wrong", by: .operator) })
        guard case .unchanged(let stopped) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(stopped.state == .stopped(by: "operator"))
        #expect(try home.releases.newest() == rollout.release + 1)
    }

    @Test func `a pause at the same time prevents neither a stop nor an approval`() throws {
        let first = try start()
        let approval = try outcome(
            of: { try $0.approve(first.id, by: .operator) }, after: { _ = try $0.pause(first.id, by: .operator) })
        guard case .changed(let next, _) = approval else { throw Unexpected(what: "\(approval)") }
        #expect(next.step == 1)
        let stop = try outcome(
            of: { try $0.stop(first.id, reason: "wrong", by: .operator) },
            after: { _ = try $0.pause(first.id, by: .operator) })
        #expect(isStopped(stop), "\(stop)")
    }

    @Test func `of two simultaneous approvals one publishes the next step`() throws {
        let rollout = try start()
        let outcome = try outcome(
            of: { try $0.approve(rollout.id, by: .operator) }, after: { _ = try $0.approve(rollout.id, by: .operator) })
        guard case .unchanged(let next) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(next.step == 1)
    }
}

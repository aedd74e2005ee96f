import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import Synchronization
import Testing

struct RaceTests {
    private let home: Installation

    init() throws { home = try Installation() }

    /// Runs the body on a number of threads at once and returns the results.
    private func atOnce<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
    ) throws -> [Value] {
        let results = Mutex<[Int: Result<Value, any Error>]>([:])
        let threads = DispatchGroup()
        for index in 0..<count {
            threads.enter()
            let thread = Thread {
                let result = Result { try body(index) }
                results.withLock { $0[index] = result }
                threads.leave()
            }
            thread.start()
        }
        threads.wait()
        return try results.withLock { results in try results.sorted { $0.key < $1.key }.map { try $0.value.get() } }
    }

    @Test func `of two simultaneous publishes with the same expected release one is made and one is stale`() throws {
        // Each publish has another revision, because an unchanged rule would not make the other publish stale.
        try home.feature(titles: (1...40).map { "Title \($0)" })
        for round in 0..<20 {
            let outcomes = try atOnce(2) { index in
                try home.releases.publish(
                    home.request(2 * round + index + 1, from: "9.0", expected: round), by: .operator)
            }
            let won = outcomes.filter { if case .released = $0 { true } else { false } }.count
            let stale = outcomes.filter { if case .refused(.stale) = $0 { true } else { false } }.count
            #expect((won, stale) == (1, 1))
        }
        #expect(try home.releases.newest() == 20)
        let refused = try home.stores.audit.events(limit: 500).filter { $0.action == "release.refused" }
        #expect(refused.count == 20)
    }

    @Test func `of eight rollouts of one rule started at the same time one starts`() throws {
        try home.feature()
        try home.publish(1, from: "9.0")
        let steps = [RolloutStep(percent: 10, bakeMinutes: 10), RolloutStep(percent: 100, bakeMinutes: 0)]
        let plan = RolloutPlan(name: "test", steps: steps, author: "operator", createdAt: .now)
        let outcomes = try atOnce(8) { index in
            let request = try home.request(2 + index % 2, from: index % 2 == 0 ? "9.0" : "9.0.0")
            return try home.stores.rollouts.start(request, plan: plan, by: .operator)
        }
        let started = outcomes.filter { if case .released = $0 { true } else { false } }
        let refused = outcomes.filter { outcome in
            guard case .refused(.rejected(let problems)) = outcome else { return false }
            return problems.map(\.code) == ["rollout-open"]
        }
        #expect((started.count, refused.count) == (1, 7))
        #expect(try home.stores.rollouts.all(limit: 10).count == 1)
    }

    @Test func `of a simultaneous archive and publish one succeeds, so that no archived feature is live`() throws {
        for round in 0..<10 {
            let name = "race.n\(round)"
            try home.feature(name, titles: ["One"])
            _ = try atOnce(2) { index in
                if index == 0 {
                    return try "\(home.releases.publish(home.request(1, from: "9.0", of: name), by: .operator))"
                }
                return try "\(home.stores.features.archive(name, reason: "", by: .operator))"
            }
            let summary = try #require(try home.stores.features.summary(of: name))
            #expect((summary.archive == nil) != summary.answering.isEmpty)
        }
    }

    @Test func `releases of eight writers are numbered without gaps and become visible in order`() throws {
        for index in 0..<8 { try home.feature("f\(index)", titles: ["One", "Two"]) }
        let isDone = Atomic(false)
        let watched = try atOnce(9) { index -> [Int] in
            if index == 8 {
                // A number must never appear before all lower ones.
                var seen: [Int] = []
                while !isDone.load(ordering: .acquiring) {
                    let numbers = try home.releases.all(limit: 1_000).map(\.number)
                    #expect(numbers.count == numbers.first ?? 0)
                    seen.append(numbers.first ?? 0)
                    if numbers.first == 80 { break }
                }
                return seen
            }
            return try (0..<10).map { round in
                try home.publish(1 + round % 2, from: "9.\(round)", of: "f\(index)").number
            }
        }
        isDone.store(true, ordering: .releasing)
        let numbers = watched.prefix(8).flatMap { $0 }.sorted()
        #expect(numbers == Array(1...80))
        #expect(watched[8] == watched[8].sorted())
        #expect(try home.releases.all(limit: 1_000).map(\.number) == Array((1...80).reversed()))
    }

    @Test func `of four simultaneous saves based on one revision one becomes the next`() throws {
        try home.feature(titles: ["One"])
        let outcomes = try atOnce(4) { index in
            try home.stores.revisions.save(
                feature: "home.offers", bytes: Array(Installation.screen("By \(index)").utf8), by: .operator,
                expectedHead: 1)
        }
        let saved = outcomes.filter { if case .saved = $0 { true } else { false } }.count
        let moved = outcomes.filter { if case .headMoved(.some) = $0 { true } else { false } }.count
        #expect((saved, moved) == (1, 3))
        #expect(try home.stores.revisions.head(of: "home.offers")?.number == 2)
    }

    @Test func `simultaneous requests with the same idempotency key make one release`() throws {
        try home.feature()
        try home.feature("other", titles: ["One"])
        var request = try home.request(1, from: "9.0")
        request.idempotencyKey = "once"
        let same = request
        let releases = try atOnce(4) { _ in
            try Installation.released(home.releases.publish(same, by: .operator)).number
        }
        #expect(releases == [1, 1, 1, 1])
    }

    @Test func `simultaneous rollbacks of everything and publishes do not deadlock, and all releases are made`()
        throws
    {
        for index in 0..<4 { try home.feature("f\(index)", titles: ["One", "Two"]) }
        try home.publish(1, from: "9.0", of: "f0")
        let made = Atomic(0)
        let outcomes = try atOnce(5) { index -> Int in
            for round in 0..<5 {
                if index == 4 {
                    let request = RollbackRequest(.moment(.distantPast), reason: "all")
                    switch try home.releases.rollback(request, by: .operator) {
                    case .released: made.add(1, ordering: .relaxed)
                    // Nothing was published since the last rollback.
                    case .refused(.unchanged): break
                    case let other: throw Unexpected(what: "\(other)")
                    }
                } else {
                    try home.publish(1 + round % 2, from: "9.0", of: "f\(index)")
                }
            }
            return 5
        }
        #expect(outcomes.reduce(0, +) == 25)
        #expect(try home.releases.newest() == 21 + made.load(ordering: .relaxed))
    }

    @Test
    func
        `a release that waits too long for a lock reports another change, not a missing database`()
        throws
    {
        try home.feature()
        try home.pool.transaction { connection in
            try connection.execute("SELECT FROM feature FOR NO KEY UPDATE")
            // A plan takes no locks.
            guard case .planned = try home.releases.planPublish(home.request(1, from: "9.0"), by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            let result = Result { try home.publish(1, from: "9.0") }
            guard case .failure(let error) = result else { throw Unexpected(what: "released") }
            #expect(isChangeWaiting(error))
            #expect(!isDatabaseAway(error))
            #expect((error as? PostgreSQLError)?.isTransient == true)
        }
        #expect(try home.publish(1, from: "9.0").number == 1)
    }
}

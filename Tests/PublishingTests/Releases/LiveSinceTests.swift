import Foundation
import Publishing
import SchemaRepository
import Testing

struct LiveSinceTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
    }

    @Test func `a release that changes nothing for a client leaves the client's release number unchanged`() throws {
        try home.publish(1, from: "5.0")
        try home.publish(2, from: "9.0")
        try home.publish(1, from: "5.0", until: "12.0")
        #expect(try home.answer("8.0")?.release == 1)
        #expect(try home.answer("9.0")?.release == 2)
    }

    @Test func `clients of a removed rule get the number of the release that removed it`() throws {
        try home.publish(1, from: "5.0")
        try home.publish(2, from: "9.0")
        let request = RemovalRequest(feature: "home.offers", platform: "ios", from: try ClientVersion("9.0"))
        _ = try home.releases.remove(request, by: .operator)
        #expect(try home.answer("8.0")?.release == 1)
        #expect(try home.answer("9.0")?.release == 3)
        #expect(try home.releases.rules(of: "home.offers").map(\.editions.count) == [2])
    }

    @Test func `clients in the share of a rule keep its revision when the share is raised`() throws {
        try home.publish(1, from: "5.0")
        try home.publish(2, from: "5.0", until: "6.0", percent: 100)
        try home.publish(3, from: "4.0", percent: 10)
        try home.publish(3, from: "4.0", percent: 50)
        #expect(try home.answer("4.5", bucket: 50)?.revision == 3)
        #expect(try home.answer("7.0") == nil)
    }

    @Test func `the release number does not decrease if two rules from one version serve the same revision`() throws {
        try home.publish(2, from: "9.0")
        func start(until: String?, _ steps: [RolloutStep]) throws -> Release {
            let plan = RolloutPlan(name: "own", steps: steps, author: "operator", createdAt: .now)
            let request = try home.request(1, from: "9.0", until: until)
            return try Installation.released(home.stores.rollouts.start(request, plan: plan, by: .operator))
        }
        let whole = RolloutStep(percent: 100, bakeMinutes: 0)
        let first = try start(until: nil, [whole])
        let second = try start(until: "11.0", [RolloutStep(percent: 10, bakeMinutes: 10), whole])
        let rollout = try #require(try home.stores.rollouts.rollout(ofRelease: first.number))
        _ = try home.stores.rollouts.stop(rollout.id, reason: "", by: .operator)
        let buckets = [50, 500, nil] as [Int?]
        let before = try buckets.map { try #require(try home.answer("9.5", bucket: $0)) }
        #expect(before.map(\.revision) == [1, 2, 2])

        let request = RollbackRequest(feature: "home.offers", toRelease: second.number, reason: "")
        let rollback = try Installation.released(home.releases.rollback(request, by: .operator))
        let after = try buckets.map { try #require(try home.answer("9.5", bucket: $0)) }
        #expect(after.map(\.revision) == [1, 1, 1])
        for (before, after) in zip(before.dropFirst(), after.dropFirst()) {
            #expect(before.release < after.release && after.release == rollback.number)
        }
    }

    @Test func `the release number never decreases for any client`() throws {
        var random = Xorshift(state: 0x9E37_79B9_7F4A_7C15)
        let versions = ["1", "2", "3", "4", "5", "6"]
        let clients = ["1.5", "2.5", "3.5", "4.5", "5.5", "6.5"]
        var seen: [String: Installation.Answer] = [:]
        for _ in 0..<60 {
            let from = versions[Int.random(in: 0..<5, using: &random)]
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                let newest = try home.releases.newest()
                let target = Int.random(in: 0...newest, using: &random)
                let request = RollbackRequest(feature: "home.offers", toRelease: target, reason: "")
                _ = try home.releases.rollback(request, by: .operator)
            case 1:
                _ = try home.releases.remove(
                    RemovalRequest(feature: "home.offers", platform: "ios", from: try ClientVersion(from)),
                    by: .operator)
            case 2:
                _ = try home.releases.switchOff(
                    SwitchRequest(feature: "home.offers", platform: "ios", reason: ""), by: .operator)
            default:
                let percent: RolloutPercent = [10, 50, 100][Int.random(in: 0..<3, using: &random)]
                let until = Bool.random(using: &random) ? "6" : nil
                try home.publish(Int.random(in: 1...3, using: &random), from: from, until: until, percent: percent)
            }
            let newest = try home.releases.newest()
            for client in clients {
                for bucket in [50, 300, 700, nil] as [Int?] {
                    let key = "\(client) \(bucket.map(String.init) ?? "-")"
                    guard let answer = try home.answer(client, bucket: bucket) else { continue }
                    if let earlier = seen[key] {
                        #expect(answer.release >= earlier.release, "\(key)")
                        if answer.text != earlier.text { #expect(answer.release > earlier.release, "\(key)") }
                    }
                    #expect(answer.release <= newest)
                    seen[key] = answer
                }
            }
        }
        #expect(!seen.isEmpty)
    }
}

/// A seeded generator of pseudo-random numbers.
private struct Xorshift: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

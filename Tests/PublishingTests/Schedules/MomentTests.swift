import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@Suite("The state at a past or future moment") struct MomentTests {
    private static let features = ["home.banner", "home.offers", "home.tabs"]
    private static let versions = ["4.9", "5.5", "9.0"]
    private static let buckets: [Int?] = [nil, 99, 999]

    private static func one<Value>(of values: [Value], _ numbers: inout SeededNumbers) -> Value {
        values[Int.random(in: 0..<values.count, using: &numbers)]
    }

    /// The answers to all combinations of feature, version and bucket.
    private struct Served: Equatable {
        var answers: [String]
    }

    private func served(_ home: Installation, at moment: Date? = nil) throws -> Served {
        var answers: [String] = []
        for feature in Self.features {
            for version in Self.versions {
                for bucket in Self.buckets {
                    let client = try ClientVersion(version)
                    let resolution =
                        try moment.map {
                            try home.stores.schedules.resolve(
                                feature: feature, platform: "ios", clientVersion: client, bucket: bucket, at: $0
                            ).resolution
                        }
                        ?? home.releases.resolve(
                            feature: feature, platform: "ios", clientVersion: client, bucket: bucket)
                    let place = "\(feature) \(version) \(bucket ?? -1): "
                    switch resolution {
                    case .edition(let edition, let rule, _):
                        answers.append(place + "\(rule.revision) \(edition.hash) since \(edition.release)")
                    case .noConfig: answers.append(place + "404")
                    case .switchedOff: answers.append(place + "410")
                    case .featureNotFound: answers.append(place + "unknown")
                    case .unknownPlatform: answers.append(place + "400")
                    }
                }
            }
        }
        return Served(answers: answers)
    }

    /// Schedules random releases, cancels some, and publishes other rules, which can make schedules fail.
    private func plan(_ home: Installation, from start: Date, _ numbers: inout SeededNumbers) throws {
        for feature in Self.features {
            try home.feature(feature, titles: ["One", "Two", "Three", "Four"])
            if Bool.random(using: &numbers) { try home.publish(1, from: "5.0", of: feature) }
        }
        for _ in 0..<12 {
            var request = try home.request(
                Int.random(in: 1...4, using: &numbers),
                from: Self.one(of: ["4.0", "5.0", "6.0", "8.0"], &numbers),
                until: Self.one(of: ["6.0", "9.0", nil, nil], &numbers),
                percent: Self.one(of: [10, 50, 100], &numbers),
                of: Self.one(of: Self.features, &numbers))
            if request.rules[0].until.map({ $0 <= request.rules[0].from }) ?? false { continue }
            let time = start + Double(Int.random(in: 1...1_000, using: &numbers))
            if Bool.random(using: &numbers) {
                request.ends = time + Double(Int.random(in: 1...1_000, using: &numbers)) + 0.5
            }
            guard case .scheduled(let schedule, _, _) = try home.stores.schedules.add(request, at: time, by: .operator)
            else { throw Unexpected(what: "not scheduled") }
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: _ = try home.stores.schedules.cancel(schedule.id, by: .operator)
            case 1: try home.publish(2, from: "6.0", of: Self.one(of: Self.features, &numbers))
            default: break
            }
        }
    }

    @Test(arguments: UInt64(1)...3)
    func `the state shown for a future or past moment is the one served at that moment`(
        seed: UInt64
    ) throws {
        var numbers = SeededNumbers(seed: seed)
        let home = try Installation()
        let start = Date.now + 86_400
        try plan(home, from: start, &numbers)
        let schedules = home.stores.schedules
        let open = try schedules.all(limit: 100, onlyOpen: true)
        let last = try #require(open.last)
        let foreseen = try open.map { try served(home, at: $0.dueAt) }
        let refused = try Set(
            Self.features.flatMap {
                try schedules.state(of: $0, at: last.dueAt)?.refused.map(\.schedule.id) ?? []
            })
        var history: [(time: Date, served: Served)] = []

        for (index, schedule) in open.enumerated() {
            try home.makeDue(schedule.id)
            let settled = try schedules.releaseDue()
            #expect(settled.map(\.id) == [schedule.id])
            let now = try served(home)
            #expect(now == foreseen[index], "schedule \(schedule.id)")
            if case .failed = try #require(settled.first).state {
                #expect(refused.contains(schedule.id))
            } else {
                #expect(!refused.contains(schedule.id))
            }
            history.append((try home.databaseTime(), now))
        }

        for moment in history { #expect(try served(home, at: moment.time) == moment.served) }
    }

    @Test func `the state at a future moment shows a schedule of an archived feature as refused`()
        throws
    {
        let home = try Installation()
        try home.feature()
        let schedules = home.stores.schedules
        let tomorrow = Date.now + 86_400
        guard
            case .scheduled(let schedule, _, _) = try schedules.add(
                home.request(2, from: "9.0"), at: tomorrow, by: .operator)
        else { throw Unexpected(what: "not scheduled") }
        #expect(
            try home.stores.features.archive("home.offers", reason: "", by: .operator) == .scheduled([schedule.id]))
        // A feature with a waiting schedule cannot be archived, so the test lets the schedule fail.
        try home.publish(1, from: "9.0")
        try home.makeDue(schedule.id)
        guard case .failed? = try schedules.releaseDue().first?.state else { throw Unexpected(what: "not failed") }
        let back = RollbackRequest(feature: "home.offers", toRelease: 0, expectedRelease: 1, reason: "")
        _ = try Installation.released(home.releases.rollback(back, by: .operator))
        #expect(try home.stores.features.archive("home.offers", reason: "", by: .operator) == .done)
        _ = try schedules.retry(schedule.id, by: .operator)

        let foreseen = try #require(try schedules.state(of: "home.offers", at: tomorrow))
        #expect(foreseen.refused.map(\.schedule.id) == [schedule.id])
        #expect(foreseen.refused.first?.problems.map(\.code) == ["archived"])
        #expect(foreseen.planned == [])
        #expect(foreseen.item?.rules == [])
        let client = try ClientVersion("9.5")
        let resolved = try schedules.resolve(
            feature: "home.offers", platform: "ios", clientVersion: client, at: tomorrow)
        guard case .noConfig = resolved.resolution else { throw Unexpected(what: "\(resolved)") }
        guard case .failed(let problems)? = try schedules.releaseDue().first?.state else {
            throw Unexpected(what: "not refused")
        }
        #expect(problems.map(\.code) == ["archived"])
        #expect(try home.answer("9.5") == nil)

        // After the feature is restored, the state at the same moment has the scheduled rule.
        #expect(try home.stores.features.restore("home.offers", by: .operator) == .done)
        _ = try schedules.retry(schedule.id, by: .operator)
        #expect(try schedules.state(of: "home.offers", at: tomorrow)?.item?.rules.map(\.revision) == [2])
        guard case .released? = try schedules.releaseDue().first?.state else { throw Unexpected(what: "not released") }
        #expect(try home.answer("9.5")?.revision == 2)
    }

    @Test func `a schedule is released after the end of another one, and the state at a future moment shows both`()
        throws
    {
        let home = try Installation()
        try home.feature(titles: ["One", "Two", "Three"])
        try home.publish(1, from: "9.0")
        let schedules = home.stores.schedules
        let tomorrow = Date.now + 86_400
        guard
            case .scheduled(let last, _, _) = try schedules.add(
                home.request(3, from: "9.0"), at: tomorrow + 60, by: .operator)
        else { throw Unexpected(what: "not scheduled") }
        var request = try home.request(2, from: "9.0")
        request.ends = tomorrow + 30
        guard case .scheduled(let first, let end?, _) = try schedules.add(request, at: tomorrow, by: .operator)
        else { throw Unexpected(what: "not scheduled") }

        let foreseen = try #require(try schedules.state(of: "home.offers", at: tomorrow + 61))
        #expect(foreseen.refused.isEmpty)
        #expect(foreseen.planned.map(\.id) == [first.id, end.id, last.id])
        #expect(foreseen.item?.rules.map(\.revision) == [3])
        for (number, id) in [first.id, end.id, last.id].enumerated() {
            try home.makeDue(id)
            #expect(try schedules.releaseDue().map(\.state) == [.released(number + 2)])
        }
        #expect(try home.answer("9.5")?.revision == 3)
    }

    @Test func `a former name is not found after the end of its grace period`() throws {
        let home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
        let renaming = RenameRequest(feature: "home.offers", name: "home.deals", graceDays: 7)
        guard case .renamed = try home.releases.rename(renaming, by: .operator) else {
            throw Unexpected(what: "not renamed")
        }
        func isFound(_ name: String, afterDays days: Double) throws -> Bool {
            let resolution = try home.stores.schedules.resolve(
                feature: name, platform: "ios", clientVersion: ClientVersion("9.5"), at: .now + days * 86_400
            ).resolution
            if case .edition = resolution { return true }
            return false
        }
        #expect(try isFound("home.offers", afterDays: 6))
        #expect(try !isFound("home.offers", afterDays: 8))
        #expect(try isFound("home.deals", afterDays: 8))
    }

    @Test func `at a moment before its first release a feature is not found`() throws {
        let home = try Installation()
        try home.feature()
        let before = try home.databaseTime()
        try home.publish(1, from: "9.0")
        let version = try ClientVersion("9.5")
        let early = try home.stores.schedules.resolve(
            feature: "home.offers", platform: "ios", clientVersion: version, at: before)
        guard case .featureNotFound = early.resolution else {
            Issue.record("\(early)")
            return
        }
        #expect(try home.stores.schedules.state(of: "nothing", at: .now) == nil)
    }
}

extension Installation {
    /// Returns the time of the database's clock.
    func databaseTime() throws -> Date {
        try pool.withConnection { connection in
            try #require(try connection.query("SELECT clock_timestamp() AS now").first?["now", as: Date.self])
        }
    }
}

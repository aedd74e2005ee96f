import DocumentKinds
import Foundation
import Publishing
import SchemaRepository
import Testing

struct RollbackTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
    }

    private func rollBack(_ target: RollbackTarget) throws -> Release {
        try Installation.released(
            home.releases.rollback(RollbackRequest(target, reason: "it broke"), by: .operator))
    }

    @Test func `a rollback of a feature is a new release with the same bytes`() throws {
        let first = try home.publish(1, from: "9.0")
        let before = try #require(try home.answer("10.1"))
        try home.publish(2, from: "10.0")
        let release = try rollBack(.feature("home.offers", afterRelease: first.number))
        #expect(release.number == 3)
        #expect(release.kind == .rollback)
        #expect(release.rollback == .feature("home.offers", afterRelease: 1))
        let after = try #require(try home.answer("10.1"))
        #expect(after.text == before.text)
        #expect(after.release == 3)
        #expect(try home.answer("9.5")?.release == 1)
    }

    @Test func `rolling back the first release leaves nothing live`() throws {
        try home.publish(1, from: "9.0")
        _ = try rollBack(.feature("home.offers", afterRelease: 0))
        let version = try ClientVersion("9.0")
        let resolution = try home.releases.resolve(feature: "home.offers", platform: "ios", clientVersion: version)
        guard case .noConfig = resolution else {
            Issue.record("\(resolution)")
            return
        }
        #expect(try home.snapshots { try $0.snapshot() }.features.map(\.rules) == [[]])
    }

    @Test func `a rollback to a release that does not exist is refused`() throws {
        try home.publish(1, from: "9.0")
        for number in [-1, 2, Int.max] {
            let request = RollbackRequest(feature: "home.offers", toRelease: number, reason: "")
            #expect(try home.releases.rollback(request, by: .operator) == .refused(.noSuchRelease(number)))
        }
        let request = RollbackRequest(.release(9), reason: "")
        #expect(try home.releases.rollback(request, by: .operator) == .refused(.noSuchRelease(9)))
    }

    @Test func `a rollback of a release of several features includes all of them and warns of later releases`() throws {
        try home.feature("home.banner", titles: ["B1", "B2"])
        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", of: "home.banner")
        // A rollback to a moment makes a release of both features, which the test then rolls back.
        let both = try rollBack(.moment(.distantPast))
        #expect(both.items.map(\.feature) == ["home.banner", "home.offers"])
        try home.publish(3, from: "11.0")
        let request = RollbackRequest(.release(both.number), reason: "back")
        guard case .released(let release, let warnings) = try home.releases.rollback(request, by: .operator) else {
            Issue.record("refused")
            return
        }
        #expect(release.items.map { $0.rules.map(\.revision) } == [[1], [1]])
        #expect(warnings.map(\.code) == ["released-since"])
    }

    @Test func `a rollback to a moment includes the features released since`() throws {
        try home.feature("home.banner", titles: ["B1", "B2"])
        try home.publish(1, from: "9.0")
        let moment = try home.publish(1, from: "9.0", of: "home.banner").createdAt
        try home.publish(2, from: "9.0", of: "home.banner")
        let release = try rollBack(.moment(moment))
        #expect(release.items.map(\.feature) == ["home.banner"])
        #expect(try home.answer("9.0", of: "home.banner")?.revision == 1)
        // The same rollback again would change nothing, so it makes no release.
        guard
            case .refused(.unchanged(since: 4, _)) = try home.releases.rollback(
                RollbackRequest(.moment(moment), reason: "again"), by: .operator)
        else {
            Issue.record("rolled back twice")
            return
        }
        #expect(try home.releases.newest() == 4)
    }

    @Test func `a rollback that expects an older release is refused as stale`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "9.0")
        let one = RollbackRequest(feature: "home.offers", toRelease: 0, expectedRelease: 1, reason: "")
        let all = RollbackRequest(.release(1), expectedRelease: 1, reason: "")
        for request in [one, all] {
            guard case .refused(.stale(let staleness)) = try home.releases.rollback(request, by: .operator) else {
                Issue.record("the rollback was not refused")
                return
            }
            #expect(staleness.releases.map(\.number) == [2])
        }
    }

    @Test func `a rollback to an edition that later schemas would refuse is made with a warning`() throws {
        try home.save(Installation.screen("Four", #", "badge": "b""#))
        try home.publish(4, from: "6.0")
        try home.publish(1, from: "6.0")
        let stricter = try SchemaRepository(
            documents: Installation.schemas().documents.map { document in
                let text = String(decoding: document.bytes, as: UTF8.self)
                return RepositoryFile(
                    path: document.path, bytes: Array(text.replacing("\"ios\": \"6.0\"", with: "\"ios\": \"7.0\"").utf8)
                )
            })
        try home.stores.schemaReleases.adopt(stricter, by: .operator)
        let request = RollbackRequest(feature: "home.offers", toRelease: 1, reason: "")
        guard case .released(_, let warnings) = try home.releases.rollback(request, by: .operator) else {
            Issue.record("refused")
            return
        }
        #expect(warnings.contains { $0.code == "unsupported" && $0.version == "7.0" })
        #expect(try home.answer("6.0")?.revision == 4)
    }

    @Test func `a publish switches a switched-off platform on again`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", on: "android")
        let version = try ClientVersion("9.0")
        let off = SwitchRequest(feature: "home.offers", platform: "ios", reason: "crash")
        _ = try Installation.released(home.releases.switchOff(off, by: .operator))
        let resolution = try home.releases.resolve(feature: "home.offers", platform: "ios", clientVersion: version)
        guard case .switchedOff(release: 3, because: _) = resolution else {
            Issue.record("\(resolution)")
            return
        }
        #expect(try home.answer("9.0", on: "android")?.release == 2)
        try home.publish(2, from: "10.0")
        #expect(try home.answer("10.0")?.revision == 2)
        #expect(
            try home.answer("9.0")
                == Installation.Answer(text: #"{"type":"Screen","title":"One"}"#, revision: 1, release: 4))
    }

    @Test func `a rollback switches a switched-off feature on again`() throws {
        try home.publish(1, from: "9.0")
        let off = SwitchRequest(feature: "home.offers", reason: "crash")
        let release = try Installation.released(home.releases.switchOff(off, by: .operator))
        #expect(release.items.first?.switchedOff == ["ios", "android", "web"])
        #expect(release.items.first?.rules.count == 1)
        for target in [RollbackTarget.feature("home.offers", afterRelease: 1), .release(release.number)] {
            let request = RollbackRequest(target, reason: "")
            guard case .planned(let plan) = try home.releases.planRollback(request, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            #expect(
                plan.warnings.map(\.message) == [
                    "home.offers is switched off on iOS; the rollback switches it on again."
                ])
        }
        _ = try rollBack(.feature("home.offers", afterRelease: 1))
        #expect(try home.answer("9.0")?.release == 3)
    }

    @Test func `a rollback is refused if there is no release yet`() throws {
        for target in [RollbackTarget.moment(.distantPast), .feature("home.offers", afterRelease: 0)] {
            guard
                case .refused(.rejected(let problems)) = try home.releases.rollback(
                    RollbackRequest(target, reason: ""), by: .operator)
            else {
                Issue.record("the rollback was not refused")
                return
            }
            #expect(problems.count == 1)
        }
        #expect(try home.releases.newest() == 0)
    }

    @Test func `a feature that was never published cannot be switched off`() throws {
        let off = SwitchRequest(feature: "home.offers", reason: "crash")
        guard case .refused(.rejected(let problems)) = try home.releases.switchOff(off, by: .operator) else {
            Issue.record("switching off was not refused")
            return
        }
        #expect(problems.map(\.code) == ["never-published"])
    }

    @Test func `a rollback of everything skips archived features with a warning`() throws {
        try home.feature("home.news", titles: ["One"])
        try home.publish(1, from: "1.0", of: "home.news")
        try home.publish(1, from: "1.0")
        let since = Date.now
        try home.publish(2, from: "1.0")
        _ = try home.releases.switchOff(SwitchRequest(feature: "home.news", reason: "x"), by: .operator)
        #expect(try home.stores.features.archive("home.news", reason: "Old", by: .operator) == .done)

        let outcome = try home.releases.rollback(RollbackRequest(.moment(since), reason: "x"), by: .operator)

        guard case .released(_, let warnings) = outcome else { throw Unexpected(what: "\(outcome)") }
        #expect(warnings.contains { $0.code == "archived" && $0.feature == "home.news" })
        #expect(try home.answer("1.5")?.revision == 1)
        #expect(try home.answer("1.5", of: "home.news") == nil)
    }

    /// Returns the rules and editions of all features as text, without release numbers.
    private func live() throws -> [String] {
        try home.snapshots { try $0.snapshot() }.features.sorted { $0.name < $1.name }.flatMap { feature -> [String] in
            let rules = feature.rules.map { rule -> String in
                let editions = rule.editions.map { "\($0.from.text) \($0.until?.text ?? "-") \($0.hash) \($0.size)" }
                return "\(rule.platform) \(rule.from.text) \(rule.until?.text ?? "-") \(rule.percent.tenths) "
                    + "\(rule.revision) \(editions)"
            }
            return ["\(feature.name) off \(feature.switchedOff)"] + rules
        }
    }

    @Test func `a rollback of everything restores ranges, shares, editions and switched-off platforms`() throws {
        let stores = Stores(
            pool: home.pool,
            preflight: ReleasePreflight { feature, content in
                for edition in feature.rules.flatMap(\.editions) {
                    guard try content(edition.hash)?.count == edition.size else {
                        throw Unexpected(what: "\(feature.name) lacks \(edition.hash)")
                    }
                }
            })
        try home.feature("home.banner")
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0", until: "12.0", percent: RolloutPercent(tenths: 125))
        try home.publish(1, from: "5.0", on: "android", of: "home.banner")
        try home.publish(2, from: "5.0", of: "home.banner")
        let android = SwitchRequest(feature: "home.banner", platform: "android", reason: "It crashes")
        _ = try Installation.released(home.releases.switchOff(android, by: .operator))
        let (before, since) = (try live(), Date.now)
        try home.publish(3, from: "1.0")
        try home.publish(3, from: "5.0", of: "home.banner")
        _ = try Installation.released(home.releases.switchOn(android, by: .operator))
        try home.feature("home.zoo", titles: ["New"])
        try home.publish(1, from: "1.0", of: "home.zoo")

        let request = RollbackRequest(.moment(since), reason: "x")
        let release = try Installation.released(stores.releases.rollback(request, by: .operator))

        #expect(release.items.map(\.feature) == ["home.banner", "home.offers", "home.zoo"])
        #expect(try live() == before + ["home.zoo off []"])
        let found = try home.stores.features.list().features
        #expect(found.map(\.feature.liveRelease) == [release.number, release.number, release.number])
    }
}

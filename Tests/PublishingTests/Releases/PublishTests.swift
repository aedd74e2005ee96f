import Foundation
import Publishing
import SchemaRepository
import Testing

struct PublishTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
    }

    @Test func `a published revision is served minified, with its release number`() throws {
        let release = try home.publish(1, from: "9.0")
        #expect(release.number == 1)
        #expect(
            try home.answer("9.0")
                == Installation.Answer(text: #"{"type":"Screen","title":"One"}"#, revision: 1, release: 1))
        #expect(try home.answer("8.9.9") == nil)
        #expect(try home.answer("9.0", on: "android") == nil)
    }

    @Test func `clients below the first version of a second rule still get the first rule`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0")
        #expect(try home.answer("9.9")?.revision == 1)
        #expect(try home.answer("10.0")?.revision == 2)
        #expect(try home.answer("10.0-rc.1")?.revision == 1)
        #expect(try home.releases.rules(of: "home.offers").map(\.from.text) == ["10.0", "9.0"])
    }

    @Test func `a rule replaces the one that starts at the same version, and the others remain`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0")
        try home.publish(3, from: "10")
        #expect(try home.releases.rules(of: "home.offers").map(\.revision) == [3, 1])
    }

    @Test func `a rule that only writes its versions in another way changes nothing`() throws {
        let request = try home.request(1, from: "1.0", until: "3.0")
        let first = try Installation.released(home.releases.publish(request, by: .operator))
        for (from, until) in [("1", "3"), ("1.0.0.0", "3.0.0"), ("01.0", "3.00")] {
            guard
                case .released(_, let warnings) = try home.releases.publish(
                    home.request(1, from: from, until: until), by: .operator)
            else { throw Unexpected(what: "not released") }
            #expect(warnings.map(\.code) == ["nothing-changes"], "\(from)")
        }
        // So these releases do not make a request stale that was based on the first one.
        let other = try home.request(2, from: "1.0", until: "3.0", expected: first.number)
        _ = try Installation.released(home.releases.publish(other, by: .operator))
    }

    @Test func `removing a rule that no client gets does not warn of clients that get nothing`() throws {
        func warnings(_ percent: RolloutPercent) throws -> [String] {
            try home.publish(1, from: "9.0", percent: percent)
            let removal = RemovalRequest(feature: "home.offers", platform: "ios", from: try ClientVersion("9.0"))
            guard case .planned(let plan) = try home.releases.planRemoval(removal, by: .operator) else {
                throw Unexpected(what: "not planned")
            }
            return plan.warnings.map(\.message)
        }
        #expect(try warnings(0) == [])
        #expect(try warnings(.everyone) == ["Clients on iOS from 9.0 on will no longer get home.offers."])
    }

    @Test func `versions from the end of a rule on get the next lower rule`() throws {
        try home.publish(1, from: "5.0")
        try home.publish(2, from: "6.0", until: "7.0")
        #expect(try ["5.9", "6.0", "6.9.9", "7.0"].map { try home.answer($0)?.revision } == [1, 2, 2, 1])
    }

    @Test func `a rule for a share applies to buckets below the share, and not to clients without a bucket`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0", percent: 20)
        #expect(try home.answer("10.1", bucket: 199)?.revision == 2)
        #expect(try home.answer("10.1", bucket: 200)?.revision == 1)
        #expect(try home.answer("10.1")?.revision == 1)
        try home.publish(2, from: "10.0", percent: RolloutPercent(tenths: 1))
        #expect(try home.answer("10.1", bucket: 0)?.revision == 2)
        #expect(try home.answer("10.1", bucket: 1)?.revision == 1)
        #expect(try home.releases.rules(of: "home.offers").map(\.percent.text).sorted() == ["0.1", "100"])
    }

    @Test func `replacing a rule by one for a share warns of the clients outside the share`() throws {
        func losses(_ revision: Int, from: String, percent: RolloutPercent) throws -> [String] {
            guard
                case .released(_, let warnings) = try home.releases.publish(
                    home.request(revision, from: from, percent: percent), by: .operator)
            else { throw Unexpected(what: "not released") }
            return warnings.filter { $0.code == "others-lose" }.map(\.message)
        }

        try home.publish(1, from: "9.0")
        #expect(try losses(2, from: "10.0", percent: 20) == [])
        #expect(try losses(3, from: "10.0", percent: 30) == [])
        let lost = try losses(2, from: "9.0", percent: 10)
        #expect(
            lost == [
                "90 % of the clients on iOS from 9.0 until 10.0 will get nothing instead of revision 1. "
                    + "70 % of the clients on iOS from 10.0 will get nothing instead of revision 1. \(advice)"
            ])
        #expect(try home.answer("9.5") == nil)
        #expect(try losses(1, from: "9.0", percent: .everyone) == [])
        try home.publish(3, from: "10.0")
        let replaced = "90 % of the clients on iOS from 10.0 will get revision 1 instead of revision 3. \(advice)"
        #expect(try losses(2, from: "10.0", percent: 10) == [replaced])
    }

    private let advice = "To avoid this, publish for all clients or with a rollout plan."

    @Test func `a smaller share warns of the clients that lose the revision, even if not all clients got it`() throws {
        let share = RolloutPercent(tenths: 999)
        try home.publish(1, from: "9.0", percent: share)
        let all = "99.9 % of the clients on iOS from 9.0 will get nothing instead of revision 1. \(advice)"
        #expect(try losses(home.request(1, from: "9.0", percent: 0)) == [all])
        #expect(try losses(home.request(2, from: "9.0", percent: share)) == [])

        try home.publish(1, from: "9.0")
        try home.publish(3, from: "10.0", percent: 50)
        let some = "40 % of the clients on iOS from 10.0 will get revision 1 instead of revision 3. \(advice)"
        #expect(try losses(home.request(2, from: "10.0", percent: 10)) == [some])
        #expect(try losses(home.request(2, from: "10.0", percent: 60)) == [])
    }

    @Test func `replacing a rule for a share by one with an end warns of the share that gets nothing`() throws {
        try home.publish(1, from: "1.0", percent: 50)
        #expect(
            try losses(home.request(2, from: "1.0", until: "3.0")) == [
                "50 % of the clients on iOS from 3.0 will get nothing instead of revision 1. "
                    + "To avoid this, choose another end or, for example, publish revision 1 from 3.0 too."
            ])
    }

    @Test func `the warning states every share and every range of a release that takes a revision away`() throws {
        try home.publish(1, from: "1.0")
        try home.publish(2, from: "3.0")
        var shares = try home.request(2, from: "1.0", percent: 10)
        shares.rules += try home.request(1, from: "3.0", percent: 20).rules
        #expect(
            try losses(shares) == [
                "90 % of the clients on iOS from 1.0 until 3.0 will get nothing instead of revision 1. "
                    + "80 % of the clients on iOS from 3.0 will get nothing instead of revision 2. \(advice)"
            ])
        var ranges = try home.request(2, from: "1.0", until: "2.0", percent: 10)
        ranges.rules += try home.request(1, from: "3.0", until: "6.0").rules
        #expect(
            try losses(ranges) == [
                "90 % of the clients on iOS from 1.0 until 2.0 will get nothing instead of revision 1. \(advice) "
                    + "Clients on iOS from 2.0 until 3.0 will get nothing instead of revision 1. "
                    + "Clients on iOS from 6.0 will get nothing instead of revision 2. "
                    + "To avoid this, choose another end or, for example, publish revision 1 from 2.0 until 3.0 too."
            ])
    }

    /// Returns the warnings of a plan about clients that lose a revision.
    private func losses(_ request: PublishRequest) throws -> [String] {
        guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else {
            throw Unexpected(what: "not planned")
        }
        return plan.warnings.filter { $0.code == "others-lose" }.map(\.message)
    }

    @Test func `replacing an open rule by one with an end warns of the versions that get nothing`() throws {
        try home.publish(1, from: "1.0")
        let ended = try losses(home.request(2, from: "1.0", until: "2.0"))
        #expect(
            ended == [
                "Clients on iOS from 2.0 will get nothing instead of revision 1. "
                    + "To avoid this, choose another end or, for example, publish revision 1 from 2.0 too."
            ])
        // With these rules, every client that got a revision still gets one.
        #expect(try losses(home.request(2, from: "1.0")) == [])
        #expect(try losses(home.request(2, from: "1.5", until: "2.0")) == [])
        #expect(try losses(home.request(2, from: "2.0", percent: 10)) == [])
        #expect(try losses(home.request(2, from: "1.0", until: "2.0", on: "android")) == [])
    }

    @Test func `the warning names every range that gets nothing, after all rules of the release`() throws {
        try home.publish(1, from: "1.0")
        try home.publish(3, from: "3.0", until: "4.0")
        let ended = try losses(home.request(2, from: "1.0", until: "2.0"))
        #expect(ended.count == 1)
        #expect(ended.first?.contains("on iOS from 2.0 until 3.0 will get nothing instead of revision 1. ") == true)
        #expect(ended.first?.contains("on iOS from 4.0 will get nothing instead of revision 1. ") == true)

        var both = try home.request(2, from: "1.0", until: "2.0")
        both.rules += try home.request(1, from: "2.0").rules
        #expect(try losses(both) == [])
        // The rule's end and its share are stated in one warning.
        let share = try losses(home.request(2, from: "1.0", until: "2.0", percent: 10))
        #expect(share.count == 1)
        #expect(
            share.first?.hasPrefix(
                "90 % of the clients on iOS from 1.0 until 2.0 will get nothing instead of revision 1. ") == true)
        // Clients of a switched-off feature got nothing before, so they lose nothing.
        _ = try home.releases.switchOff(SwitchRequest(feature: "home.offers", reason: ""), by: .operator)
        #expect(try losses(home.request(2, from: "1.0", until: "2.0")) == [])
    }

    @Test func `revisions that minify to the same bytes share an edition`() throws {
        try home.save(#"{"type":"Screen","title":"One"}"#)
        try home.publish(1, from: "9.0")
        try home.publish(4, from: "10.0")
        let hashes = try home.releases.rules(of: "home.offers").flatMap(\.editions).map(\.hash)
        #expect(Set(hashes).count == 1)
    }

    @Test func `all problems are reported at once, and nothing is written`() throws {
        let request = PublishRequest(
            feature: "home.offers", revision: 77, platform: "symbian", from: try ClientVersion("9"),
            until: try ClientVersion("9.0.0"), percent: 101)
        guard case .refused(.rejected(let problems)) = try home.releases.publish(request, by: .operator) else {
            Issue.record("the request was not refused")
            return
        }
        #expect(
            Set(problems.map(\.code)) == ["unknown-platform", "empty-range", "invalid-percent", "unknown-revision"])
        #expect(try home.releases.newest() == 0)
    }

    @Test func `an unknown feature and an invalid name are refused as missing features`() throws {
        #expect(
            try home.releases.publish(home.request(1, from: "9", of: "nobody.knows"), by: .operator)
                == .refused(.noSuchFeature("nobody.knows")))
        #expect(
            try home.releases.publish(home.request(1, from: "9", of: "No\0Name"), by: .operator)
                == .refused(.noSuchFeature("No\0Name")))
    }

    @Test func `invalid JSON cannot be published`() throws {
        try home.save("{ \"type\": \"Screen\", ")
        guard
            case .refused(.rejected(let problems)) = try home.releases.publish(
                home.request(4, from: "9"), by: .operator)
        else {
            Issue.record("the request was not refused")
            return
        }
        #expect(problems.first?.code == "invalid-revision")
        #expect(problems.count > 1 && problems.dropFirst().allSatisfy { $0.line == 1 })
    }

    @Test func `a document that its schema refuses cannot be published`() throws {
        let revision = try home.save(Installation.screen("Four", #", "titel": 1"#))
        #expect(!revision.isValid)
        guard
            case .refused(.rejected(let problems)) = try home.releases.publish(
                home.request(4, from: "9"), by: .operator)
        else {
            Issue.record("the request was not refused")
            return
        }
        #expect(problems.contains { $0.pointer == "/titel" && $0.line == 2 })
    }

    @Test func `in a document with a fault, the versions that its valid members need are reported too`() throws {
        try home.save(Installation.screen("Four", #", "titel": 1, "badge": "new""#))
        guard
            case .refused(.rejected(let problems)) = try home.releases.publish(
                home.request(4, from: "5.0"), by: .operator)
        else {
            Issue.record("the request was not refused")
            return
        }
        #expect(problems.contains { $0.pointer == "/titel" })
        #expect(problems.contains { $0.code == "unsupported" && $0.pointer == "/badge" })
    }

    @Test func `a range in which an element does not exist yet is refused with version, pointer, line and reason`()
        throws
    {
        try home.save(Installation.screen("Four", ",\n \"badge\": \"new\""))
        guard
            case .refused(.rejected(let problems)) = try home.releases.publish(
                home.request(4, from: "5.0"), by: .operator)
        else {
            Issue.record("the request was not refused")
            return
        }
        let reason = try #require(problems.first { $0.code == "unsupported" })
        #expect(reason.version == "6.0")
        #expect(reason.pointer == "/badge")
        #expect(reason.line == 3)
        #expect(!reason.message.isEmpty)
        #expect(problems.contains { $0.code == "unsupported-range" && $0.message.contains("from 5.0 until 6.0") })
        try home.publish(4, from: "6.0")
    }

    @Test func `a range in which an element no longer exists is refused`() throws {
        try home.save(Installation.screen("Four", #", "ribbon": "x""#))
        guard
            case .refused(.rejected(let problems)) = try home.releases.publish(
                home.request(4, from: "5.0"), by: .operator)
        else {
            Issue.record("the request was not refused")
            return
        }
        #expect(problems.contains { $0.code == "unsupported" && $0.version == "8.0" })
        try home.publish(4, from: "5.0", until: "8.0")
    }

    @Test func `a request that expects an older release is refused with the releases since`() throws {
        try home.publish(1, from: "9.0")
        let outcome = try home.releases.publish(home.request(2, from: "9.0", expected: 0), by: .operator)
        guard case .refused(.stale(let staleness)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(staleness.current == 1)
        #expect(staleness.releases.map(\.number) == [1])
        #expect(try home.answer("9.0")?.revision == 1)
        _ = try Installation.released(
            home.releases.publish(home.request(2, from: "9.0", expected: 1), by: .operator))
    }

    @Test func `a plan states the items of the release and stores nothing`() throws {
        try home.publish(1, from: "9.0")
        let request = try home.request(2, from: "10.0")
        guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else {
            Issue.record("no plan")
            return
        }
        #expect(try home.releases.newest() == 1)
        let release = try Installation.released(home.releases.publish(request, by: .operator))
        #expect(plan.number == release.number)
        #expect(plan.items == release.items)
    }

    @Test func `a request repeated with its idempotency key makes one release`() throws {
        var request = try home.request(1, from: "9.0")
        request.idempotencyKey = "try-1"
        let first = try Installation.released(home.releases.publish(request, by: .operator))
        let second = try Installation.released(home.releases.publish(request, by: .operator))
        #expect(first == second)
        #expect(try home.releases.release(forKey: "try-1") == first)
        request.rules[0].revision = 2
        guard case .keyReused(let use) = try home.releases.publish(request, by: .operator) else {
            Issue.record("not refused")
            return
        }
        #expect(use.release == first.number && use.schedule == nil)
        // Releases and schedules share their idempotency keys.
        let scheduled = try home.stores.schedules.add(request, at: Date.now + 86_400, by: .operator)
        #expect(scheduled == .keyReused(use))
        #expect(try home.releases.newest() == 1)
    }

    @Test func `clients of a removed rule get the next lower one`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0")
        let request = RemovalRequest(feature: "home.offers", platform: "ios", from: try ClientVersion("10.0.0"))
        let release = try Installation.released(home.releases.remove(request, by: .operator))
        #expect(release.kind == .removal)
        #expect(try home.answer("10.1")?.revision == 1)
        guard case .refused(.rejected(let problems)) = try home.releases.remove(request, by: .operator) else {
            Issue.record("there was no rule to remove")
            return
        }
        #expect(problems.map(\.code) == ["unknown-rule"])
    }

    @Test func `a reason is stored unchanged except for U+0000, and an overlong one is refused`() throws {
        var request = try home.request(1, from: "9.0")
        request.reason = "پیشنهادهای نو \u{0}'; DROP TABLE release; --"
        let release = try Installation.released(home.releases.publish(request, by: .operator))
        #expect(release.reason == "پیشنهادهای نو \u{FFFD}'; DROP TABLE release; --")
        request.reason = String(repeating: "я", count: 2_001)
        guard case .refused(.rejected(let problems)) = try home.releases.publish(request, by: .operator) else {
            Issue.record("an overlong reason was accepted")
            return
        }
        #expect(problems.map(\.code) == ["reason-too-long"])
    }

    @Test func `rules for several features and platforms make one release with the items of its plan`() throws {
        try home.feature("home.banner", titles: ["B1", "B2"])
        func rule(_ feature: String, _ revision: Int, _ platform: String, _ from: String) throws -> RuleRequest {
            RuleRequest(feature: feature, revision: revision, platform: platform, from: try ClientVersion(from))
        }
        var request = PublishRequest(
            [
                try rule("home.offers", 2, "ios", "9.0"), try rule("home.banner", 1, "web", "1.0"),
                try rule("home.offers", 2, "android", "8.0"), try rule("home.offers", 1, "ios", "7.0"),
            ], expectedRelease: 0, reason: "Spring")
        guard case .planned(let plan) = try home.releases.planPublish(request, by: .operator) else {
            Issue.record("no plan")
            return
        }
        let release = try Installation.released(home.releases.publish(request, by: .operator))
        #expect(plan.items == release.items)
        #expect(release.number == 1)
        #expect(release.items.map(\.feature) == ["home.banner", "home.offers"])
        #expect(release.items.map(\.rules.count) == [1, 3])
        #expect(try home.answer("7.5")?.revision == 1)
        #expect(try home.answer("9.0")?.revision == 2)
        #expect(try home.answer("1.0", on: "web", of: "home.banner")?.revision == 1)

        // If one rule has a fault, the whole release is refused.
        request.rules = [try rule("home.offers", 3, "web", "9.0"), try rule("home.banner", 9, "web", "2.0")]
        request.expectedRelease = nil
        guard case .refused(.rejected(let problems)) = try home.releases.publish(request, by: .operator) else {
            Issue.record("released")
            return
        }
        #expect(problems.map(\.code) == ["unknown-revision"])
        request.rules = [try rule("home.offers", 3, "web", "9.0"), try rule("home.offers", 2, "web", "9.0.0")]
        guard case .refused(.rejected(let repeated)) = try home.releases.publish(request, by: .operator) else {
            Issue.record("released")
            return
        }
        #expect(repeated.map(\.code) == ["repeated-rule"])
        #expect(try home.releases.newest() == 1)
    }

    @Test func `a request is stale only if rules for its own clients have changed`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0")
        try home.publish(1, from: "9.0", on: "android")
        // For iOS from 9.0 until 10.0, the rules are those of release 1.
        _ = try Installation.released(
            home.releases.publish(home.request(3, from: "9.0", until: "10.0", expected: 1), by: .operator))
        guard
            case .refused(.stale(let staleness)) = try home.releases.publish(
                home.request(2, from: "9.0", expected: 3), by: .operator)
        else {
            Issue.record("published over a newer rule")
            return
        }
        #expect(staleness.releases.map(\.number) == [4])
        // Releases for other platforms are not listed as reasons.
        try home.publish(2, from: "9.0", on: "android")
        try home.publish(3, from: "9.0", on: "web")
        guard
            case .refused(.stale(let second)) = try home.releases.publish(
                home.request(2, from: "9.0", expected: 1), by: .operator)
        else {
            Issue.record("published over a newer rule")
            return
        }
        #expect(second.releases.map(\.number) == [4, 2])
        #expect(second.current == 6)
        // A publish must not switch on a platform that was switched off after the expected release.
        _ = try home.releases.switchOff(
            SwitchRequest(feature: "home.offers", platform: "android", reason: "crash"), by: .operator)
        guard
            case .refused(.stale) = try home.releases.publish(
                home.request(2, from: "9.0", on: "android", expected: 6), by: .operator)
        else {
            Issue.record("the publish switched the platform on")
            return
        }
    }
}

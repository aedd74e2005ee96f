import Publishing
import SchemaRepository
import Testing

struct SwitchTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", on: "android")
    }

    private func off(_ platform: String? = nil, expected: Int? = nil) throws -> ReleaseOutcome {
        try home.releases.switchOff(
            SwitchRequest(feature: "home.offers", platform: platform, expectedRelease: expected, reason: "crash"),
            by: .operator)
    }

    private func planOff(_ platform: String) throws -> PlanOutcome {
        try home.releases.planSwitchOff(
            SwitchRequest(feature: "home.offers", platform: platform, reason: "crash"), by: .operator)
    }

    private func on(_ platform: String? = nil, expected: Int? = nil) throws -> ReleaseOutcome {
        try home.releases.switchOn(
            SwitchRequest(feature: "home.offers", platform: platform, expectedRelease: expected, reason: "fixed"),
            by: .operator)
    }

    @Test func `switching off again makes no release and names the earlier one`() throws {
        _ = try Installation.released(off("ios"))
        let because = "home.offers is already switched off on iOS (release 3)."
        #expect(try off("ios") == .refused(.unchanged(since: 3, because: because)))
        #expect(try planOff("ios") == .refused(.unchanged(since: 3, because: because)))
        // A request that expects an older release is not stale, because the feature is already in the requested state.
        #expect(try off("ios", expected: 2) == .refused(.unchanged(since: 3, because: because)))
        _ = try Installation.released(off())
        #expect(
            try off() == .refused(.unchanged(since: 4, because: "home.offers is already switched off (release 4).")))
        #expect(try home.releases.newest() == 4)
    }

    @Test func `switching an archived feature off or on is refused with the reason`() throws {
        _ = try Installation.released(off())
        #expect(try home.stores.features.archive("home.offers", reason: "", by: .operator) == .done)
        let because = "home.offers is archived and no client gets it, so there is nothing to switch."
        #expect(try off() == .refused(.unchanged(since: 3, because: because)))
        #expect(try planOff("ios") == .refused(.unchanged(since: 3, because: because)))
        // Switching on would resume rules, so the feature must be restored first.
        guard case .refused(.rejected(let problems)) = try on() else { throw Unexpected(what: "not refused") }
        #expect(problems.map(\.code) == ["archived"])
        // The feature has no rules on this platform.
        #expect(try on("web") == .refused(.unchanged(since: 3, because: because)))
        #expect(try home.releases.newest() == 3)

        let back = RollbackRequest(feature: "home.offers", toRelease: 0, expectedRelease: 3, reason: "")
        #expect(try home.stores.features.restore("home.offers", by: .operator) == .done)
        _ = try Installation.released(home.releases.rollback(back, by: .operator))
        #expect(try home.stores.features.archive("home.offers", reason: "", by: .operator) == .done)
        #expect(try on() == .refused(.unchanged(since: 4, because: because)))
        #expect(try off() == .refused(.unchanged(since: 4, because: because)))
        #expect(try home.releases.newest() == 4)
    }

    @Test func `switching on is a release that resumes the rules of the platform`() throws {
        _ = try Installation.released(off())
        try home.publish(2, from: "10.0", on: "android")

        guard case .released(let release, let warnings) = try on("ios") else {
            Issue.record("not switched on")
            return
        }

        #expect(release.kind == .switchOn)
        #expect(release.items.first?.switchedOff == ["web"])
        #expect(warnings.map(\.message) == ["iOS switches back on; the rule from 9.0 (revision 1) resumes."])
        #expect(try home.answer("9.5")?.revision == 1)
        #expect(try home.answer("9.5")?.release == release.number)
        #expect(try home.answer("10.0", on: "android")?.revision == 2)
        #expect(try home.releases.release(release.number)?.kind == .switchOn)
    }

    @Test func `switching on a platform without rules causes a warning`() throws {
        _ = try Installation.released(off("web"))
        guard case .released(_, let warnings) = try on() else {
            Issue.record("not switched on")
            return
        }
        #expect(
            warnings.map(\.message) == [
                "Web switches back on; the feature has no rules there, so clients get nothing (404)."
            ])
    }

    @Test func `a feature that is not switched off cannot be switched on`() throws {
        #expect(try on() == .refused(.unchanged(since: 2, because: "home.offers is not switched off.")))
        #expect(try on("ios") == .refused(.unchanged(since: 2, because: "home.offers is not switched off on iOS.")))
        guard case .refused(.rejected(let problems)) = try on("symbian") else {
            Issue.record("not refused")
            return
        }
        #expect(problems.map(\.code) == ["unknown-platform"])
        #expect(try home.releases.newest() == 2)
    }

    @Test func `switching on is refused as stale if it expects an older release`() throws {
        _ = try Installation.released(off("ios"))
        guard case .refused(.stale) = try on("ios", expected: 2) else {
            Issue.record("not refused")
            return
        }
        #expect(try home.releases.newest() == 3)
    }
}

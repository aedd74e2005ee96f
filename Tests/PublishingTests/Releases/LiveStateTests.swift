import Publishing
import Testing

struct LiveStateTests {
    private let home: Installation

    init() throws { home = try Installation() }

    private func summary() throws -> FeatureSummary {
        try #require(try home.stores.features.summary(of: "home.offers"))
    }

    private func switchOff(_ platform: String?) throws {
        _ = try Installation.released(
            home.releases.switchOff(
                SwitchRequest(feature: "home.offers", platform: platform, reason: "crash"), by: .operator))
    }

    @Test func `the state of a feature follows publishing, switching off and rolling back`() throws {
        try home.feature()
        #expect(try summary().state == .neverPublished)

        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", on: "android")
        #expect(try summary().state == .live)

        try switchOff("ios")
        #expect(try summary().state == .partlySwitchedOff)
        #expect(try summary().answering.map(\.platform) == ["android"])

        try switchOff("android")
        #expect(try summary().state == .switchedOff)
        #expect(try summary().answering.isEmpty)

        let back = RollbackRequest(feature: "home.offers", toRelease: 0, reason: "it broke")
        _ = try Installation.released(home.releases.rollback(back, by: .operator))
        #expect(try summary().state == .nothingLive)
    }
}

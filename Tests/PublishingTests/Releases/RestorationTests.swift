import Publishing
import SchemaRepository
import Testing

struct RestorationTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
        try home.feature("home.banner", titles: ["B1"])
    }

    @Test func `a restoration releases everything again under a number above the served one`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0")
        try home.publish(1, from: "9.0", of: "home.banner")
        let before = try #require(try home.answer("10.1"))
        let number = try home.releases.restore(above: 12, by: .readNode)
        #expect(number == 2_000)
        let after = try #require(try home.answer("10.1"))
        #expect(after.text == before.text)
        #expect(after.release == number)
        #expect(try home.answer("9.5")?.release == number)
        let release = try #require(try home.releases.release(number))
        #expect(release.kind == .restoration)
        #expect(release.author == .readNode)
        #expect(release.items.map(\.feature) == ["home.banner", "home.offers"])
        #expect(release.items.map(\.previousRelease) == [3, 2])
        #expect(try home.publish(3, from: "11.0").number == 2_001)
        #expect(try home.answer("9.5")?.release == number)
        #expect(try home.stores.audit.events(limit: 2).map(\.subject) == ["release 2001", "release 2000"])
    }

    @Test func `nodes that served lower numbers share one restoration, and a higher number needs another`() throws {
        try home.publish(1, from: "9.0")
        #expect(try home.releases.restore(above: 1_999, by: .readNode) == 3_000)
        for served in [0, 5, 2_999] { #expect(try home.releases.restore(above: served, by: .readNode) == 3_000) }
        #expect(try home.releases.newest() == 3_000)
        #expect(try home.releases.restore(above: 3_000, by: .readNode) == 5_000)
        #expect(try home.releases.restore(above: .max, by: .operator) > ReleaseStore.largestServed)
    }

    @Test func `switched-off features stay switched off, and unpublished ones unpublished`() throws {
        try home.publish(1, from: "9.0")
        _ = try home.releases.switchOff(SwitchRequest(feature: "home.offers", reason: "fire"), by: .operator)
        try home.releases.restore(above: 7, by: .readNode)
        #expect(try home.releases.live(of: "home.offers")?.switchedOff == ["ios", "android", "web"])
        #expect(try home.releases.live(of: "home.banner") == nil)
        let back = RollbackRequest(feature: "home.offers", toRelease: 1, reason: "out")
        let release = try Installation.released(try home.releases.rollback(back, by: .operator))
        #expect(release.number == 2_001)
        #expect(try home.answer("9.5") != nil)
    }
}

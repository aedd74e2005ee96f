import PostgreSQL
import Publishing
import TestSupport
import Testing

struct SnapshotTests {
    private let home: Installation

    init() throws {
        home = try Installation()
        try home.feature()
        try home.feature("home.banner", titles: ["B1", "B2"])
    }

    @Test func `before the first release a snapshot knows the platforms and nothing else`() throws {
        let snapshot = try home.stores.snapshots.snapshot()
        #expect(snapshot.release == 0)
        #expect(snapshot.features.isEmpty)
        #expect(snapshot.platforms.map(\.name) == ["ios", "android", "web"])
    }

    @Test func `a snapshot holds each feature's complete state at its newest release`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", of: "home.banner")
        try home.publish(2, from: "10.0")
        let snapshot = try home.stores.snapshots.snapshot()
        #expect(snapshot.release == 3)
        #expect(snapshot.features.map(\.name) == ["home.banner", "home.offers"])
        #expect(snapshot.features.map(\.release) == [2, 3])
        #expect(snapshot.features.last?.rules.map(\.revision) == [2, 1])
    }

    @Test func `changes after a release are the features released since`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", of: "home.banner")
        let changes = try home.stores.snapshots.changes(after: 1)
        #expect(changes.release == 2)
        #expect(changes.features.map(\.name) == ["home.banner"])
        #expect(try home.stores.snapshots.changes(after: 2).features.isEmpty)
    }

    @Test func `a release announces its number, and a refused or dry one nothing`() throws {
        let connection = try Connection(home.database.info, deadline: .seconds(10))
        try connection.listen(SnapshotStore.channel)
        _ = try home.releases.publish(home.request(99, from: "9.0"), by: .operator)
        var dry = try home.request(1, from: "9.0")
        dry.dryRun = true
        _ = try home.releases.publish(dry, by: .operator)
        try home.publish(1, from: "9.0")
        let notifications = try connection.notifications(waiting: .seconds(10))
        #expect(notifications.map(\.payload) == ["1"])
    }

    @Test func `content comes by its hash and by nothing else`() throws {
        let edition = try #require(try home.publish(1, from: "9.0").items.first?.rules.first?.editions.first)
        let others = [String(repeating: "0", count: 64), "' OR true"]
        let contents = try home.stores.snapshots.contents([edition.hash] + others)
        #expect(contents.mapValues(\.count) == [edition.hash: edition.size])
    }
}

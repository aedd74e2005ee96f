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

    @Test func `before the first release a snapshot contains only the platforms`() throws {
        let snapshot = try home.snapshots { try $0.snapshot() }
        #expect(snapshot.release == 0)
        #expect(snapshot.features.isEmpty)
        #expect(snapshot.platforms.map(\.name) == ["ios", "android", "web"])
    }

    @Test func `a snapshot contains the rules of each feature at its newest release`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(1, from: "9.0", of: "home.banner")
        try home.publish(2, from: "10.0")
        let snapshot = try home.snapshots { try $0.snapshot() }
        #expect(snapshot.release == 3)
        #expect(snapshot.features.map(\.name) == ["home.banner", "home.offers"])
        #expect(snapshot.features.map(\.release) == [2, 3])
        #expect(snapshot.features.last?.rules.map(\.revision) == [2, 1])
    }

    @Test func `the changes after a release are the features of later releases`() throws {
        try home.publish(1, from: "9.0")
        let first = try home.snapshots { try $0.snapshot().point }
        try home.publish(1, from: "9.0", of: "home.banner")
        let changes = try #require(try home.snapshots { try $0.changes(after: first, upTo: 2) })
        #expect(changes.release == 2)
        #expect(changes.features.map(\.name) == ["home.banner"])
        let none = try #require(try home.snapshots { try $0.changes(after: changes.point, upTo: 2) })
        #expect(none.features.isEmpty)
    }

    @Test func `a database is recognized as the same, restored, superseded or of another installation`() throws {
        try home.publish(1, from: "9.0")
        try home.publish(2, from: "10.0")
        let point = try home.snapshots { try $0.snapshot().point }
        #expect(point.release == 2)
        func relation(_ held: HistoryPoint) throws -> DatabaseHead.Relation {
            try home.snapshots { try $0.head(asking: held).relation(to: held) }
        }
        func other(
            installation: String? = nil, release: Int? = nil, identity: String? = nil, timeline: Int? = nil
        ) -> HistoryPoint {
            HistoryPoint(
                installation: installation ?? point.installation, release: release ?? point.release,
                identity: identity ?? point.identity, cluster: point.cluster, timeline: timeline ?? point.timeline)
        }
        #expect(try relation(point) == .same)
        #expect(try relation(other(release: 0, identity: "")) == .same)
        #expect(try relation(other(release: 3)) == .restored)
        #expect(try relation(other(release: 1)) == .restored)
        #expect(try relation(other(identity: "00000000-0000-0000-0000-000000000000")) == .restored)
        #expect(try relation(other(timeline: point.timeline + 1)) == .superseded)
        #expect(try relation(other(installation: "another")) == .otherInstallation)
        #expect(try home.snapshots { try $0.changes(after: other(release: 1), upTo: 2) } == nil)
    }

    @Test func `a standby that lacks the node's release is behind, and a primary that lacks it was restored`() {
        let point = HistoryPoint(installation: "one", release: 7, identity: "a", cluster: "1", timeline: 2)
        let held = HistoryPoint(installation: "one", release: 9, identity: "b", cluster: "1", timeline: 2)
        func relation(isStandby: Bool) -> DatabaseHead.Relation {
            DatabaseHead(point: point, platforms: [], keys: [], isStandby: isStandby, hasRelease: false).relation(
                to: held)
        }
        #expect(relation(isStandby: true) == .behind)
        #expect(relation(isStandby: false) == .restored)
    }

    @Test func `a release notifies listeners of its number, a refused or planned one does not`() throws {
        let connection = try Connection(home.database.info, deadline: .seconds(10))
        try connection.listen(SnapshotStore.channel)
        _ = try home.releases.publish(home.request(99, from: "9.0"), by: .operator)
        _ = try home.releases.planPublish(home.request(1, from: "9.0"), by: .operator)
        try home.publish(1, from: "9.0")
        let notifications = try connection.notifications(waiting: .seconds(10))
        #expect(notifications.map(\.payload) == ["1"])
    }

    @Test func `contents are read by their exact hash only`() throws {
        let edition = try #require(try home.publish(1, from: "9.0").items.first?.rules.first?.editions.first)
        let others = [String(repeating: "0", count: 64), "' OR true"]
        let contents = try home.snapshots { try $0.contents([edition.hash] + others) }
        #expect(contents.mapValues(\.count) == [edition.hash: edition.size])
    }
}

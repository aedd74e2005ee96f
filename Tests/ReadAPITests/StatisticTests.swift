import DocumentKinds
import Foundation
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

/// Counts of fetches and the report of a node.
struct StatisticTests {
    @Test func `a node counts fetches by version and revision, and requests that no rule matched`() throws {
        let node = try TestNode(name: "test read")
        _ = try node.publish("One", from: "5.0")
        for _ in 0..<3 { #expect(try node.get("5.1").status == 200) }
        let tag = try #require(try node.get("6.0").field("ETag"))
        #expect(try node.get("6.0", fields: ["If-None-Match: \(tag)"]).status == 304)
        #expect(try node.get("4.0").status == 404)
        // A change of the index loses no count.
        _ = try node.publish("Two", from: "5.0")
        #expect(try node.get("5.1").status == 200)
        try node.api.report()

        let counts = try node.stores.readStatistics.counts(of: "home")
        #expect(
            counts.map { "\($0.version?.text ?? "-") \($0.revision) \($0.fetches)" }
                == ["6.0 1 2", "5.1 2 1", "5.1 1 3", "4.0 0 1"])
        try node.api.report()
        #expect(try node.stores.readStatistics.total() == 6)
    }

    @Test func `a fetch with a version that is too long for the table is counted without the version`() throws {
        let node = try TestNode(name: "test read")
        _ = try node.publish("One", from: "5.0")
        let longest = "5.1-" + String(repeating: "a", count: ReadCount.versionLimit - 4)
        for version in [longest, longest + "a", "5.1", "4.0-a" + longest] { _ = try node.get(version) }
        try node.api.report()
        let counts = try node.stores.readStatistics.counts(of: "home")
        #expect(
            counts.map { "\($0.version?.text ?? "-") \($0.revision) \($0.fetches)" }
                == ["5.1 1 1", "\(longest) 1 1", "- 1 1", "- 0 1"])
    }

    @Test func `counts that the database refuses do not prevent later ones from being stored`() throws {
        let node = try TestNode(name: "test read")
        _ = try node.publish("One", from: "5.0")
        let owner = try node.database.connectAsOwner()
        defer { owner.close() }
        try owner.execute("ALTER TABLE read_statistic ADD CONSTRAINT refused CHECK (version <> '5.3')")
        for version in ["5.3", "5.1"] {
            #expect(try node.get(version).status == 200)
            try node.api.report()
        }
        #expect(try node.stores.readStatistics.counts(of: "home").map(\.version?.text) == ["5.1"])
    }

    @Test func `many fetches of an edition are divided among the versions, and their sum is exact`() throws {
        let node = try TestNode(name: "test read")
        _ = try node.publish("One", from: "5.0")
        for number in 0..<300 { _ = try node.get(number % 3 == 0 ? "6.0" : "5.1") }
        try node.api.report()
        let counts = try node.stores.readStatistics.counts(of: "home")
        #expect(counts.map(\.fetches).reduce(0, +) == 300)
        #expect(Set(counts.map(\.revision)) == [1])
    }

    @Test func `only fetched editions are collected, including those that are no longer served`() throws {
        let shared = SharedState()
        let (home, cart) = (
            Sample.feature([try Sample.rule("9", hash: "a")]),
            Sample.feature([try Sample.rule("9", hash: "b")], name: "cart")
        )
        let first = try ReadIndex(Sample.snapshot([home, cart]), content: Sample.content)
        shared.replace { $0.index = first }
        let handler = ReadHandler(shared)
        func ask(_ name: String, times: Int) {
            let target = Array("/v1/features/\(name)?platform=ios&client_version=9.1".utf8)
            for _ in 0..<times {
                _ = handler.answer(ReadRequest(target: target, acceptedCodings: AcceptedCodings()))
            }
        }
        func collected() -> [String] { shared.counts.collect().map { "\($0.feature) \($0.fetches)" }.sorted() }

        ask("home", times: 100)
        #expect(collected() == ["home 100"])
        #expect(collected() == [])

        ask("home", times: 3)
        ask("cart", times: 1)
        let changed = Sample.feature([try Sample.rule("9", revision: 2, hash: "c", release: 2)], release: 2)
        let second = try ReadIndex(
            after: first, changes: Sample.snapshot([changed], release: 2), content: Sample.content)
        shared.replace { $0.index = second }
        ask("home", times: 2)
        #expect(collected() == ["cart 1", "home 2", "home 3"])
        #expect(collected() == [])
    }

    @Test func `a sampled answer counts for the version, however the request writes it`() throws {
        let shared = SharedState()
        let long = "9.1-" + String(repeating: "a", count: ReadCount.versionLimit)
        let index = try ReadIndex(
            Sample.snapshot([Sample.feature([try Sample.rule("9-a", hash: "a")])]), content: Sample.content)
        shared.replace { $0.index = index }
        let handler = ReadHandler(shared)
        for version in ["9.1", "9%2E1", "9.1.0", "9.1+7", "9.1%2B7", "9.2", long] {
            let target = Array("/v1/features/home?platform=ios&client_version=\(version)".utf8)
            _ = handler.answer(ReadRequest(target: target, acceptedCodings: AcceptedCodings()))
        }
        let counts = shared.counts.collect()
        let usual = try ClientVersion("9.1")
        #expect(counts.first { $0.version == usual }?.fetches == 5)
        #expect(counts.first { $0.version?.text == "9.2" }?.fetches == 1)
        #expect(counts.first { $0.version == nil }?.fetches == 1)
        #expect(counts.map(\.fetches).reduce(0, +) == 7)
    }

    @Test func `the changed features are listed once, and suffice to update the digest of all`() throws {
        let shared = SharedState()
        func feature(_ name: String, _ hash: String, release: Int = 1) throws -> FeatureSnapshot {
            Sample.feature([try Sample.rule("9", hash: hash, release: release)], name: name, release: release)
        }
        func served(after earlier: ReadIndex?, _ features: [FeatureSnapshot], release: Int) throws -> ReadIndex {
            let index = try ReadIndex(
                after: earlier, changes: Sample.snapshot(features, release: release), content: Sample.content)
            shared.replace { $0.index = index }
            return index
        }
        func names() -> [String]? { shared.takeChanges()?.changed?.map(\.snapshot.name) }

        let first = try served(after: nil, [feature("home", "a"), feature("cart", "b")], release: 1)
        // With the first index every feature is new, so the changed ones are not listed (nil).
        #expect(names() == nil)
        #expect(names() == [])
        let second = try served(after: first, [feature("home", "c", release: 2)], release: 2)
        let third = try served(after: second, [feature("cart", "d", release: 3)], release: 3)
        let changed = try #require(shared.takeChanges()?.changed)
        #expect(changed.map(\.snapshot.name) == ["home", "cart"])
        var (digest, whole) = (ServedDigest(), ServedDigest())
        digest.update(with: first)
        digest.update(with: changed)
        whole.update(with: third)
        #expect(digest.sum == whole.sum)
        // An index that is not made from the one before it may differ in any feature.
        _ = try served(after: first, [feature("home", "e", release: 4)], release: 4)
        #expect(names() == nil)
        _ = try served(after: nil, [feature("home", "e", release: 5)], release: 5)
        #expect(names() == nil)
    }

    @Test func `a node reports the state that it serves`() throws {
        let node = try TestNode(name: "test read")
        _ = try node.publish("One", from: "5.0")
        _ = try node.publish("Two", from: "6.0")
        try node.api.report()
        let nodes = try node.stores.nodes.all()
        #expect(nodes.map(\.name) == ["test read"] && nodes.map(\.release) == [2])
        #expect(nodes.map(\.standing) == [.same] && nodes.map(\.lag) == [0])
    }

    @Test func `a thread samples a limited number of answers between two collections`() {
        let samples = VersionSamples()
        let taken = (0..<5_000).filter { _ in samples.takesAnswer() }.count
        #expect(taken == VersionSamples.answerLimit)
        _ = samples.collect()
        #expect(samples.takesAnswer())
    }

    @Test func `the digest follows an index, even one of a restored database that lacks a feature`() throws {
        let (home, cart) = (
            Sample.feature([try Sample.rule("9", hash: "a")]),
            Sample.feature([try Sample.rule("9", hash: "b")], name: "cart")
        )
        var served = ServedDigest()
        served.update(with: try ReadIndex(Sample.snapshot([home, cart]), content: Sample.content))
        #expect(served.sum == home.digest + cart.digest)
        served.update(with: try ReadIndex(Sample.snapshot([home], release: 2), content: Sample.content))
        #expect(served.sum == home.digest)
    }

    @Test func `versions beyond the limit of samples are counted together`() throws {
        let samples = VersionSamples()
        for number in 0..<2_000 {
            samples.note(
                VersionSamples.Key(
                    feature: "a", platform: "ios", version: try ClientVersion("1.\(number)"), revision: 1))
        }
        let counts = samples.collect()
        #expect(counts.count <= 1_001 && counts.values.reduce(0, +) == 2_000)
        #expect(samples.collect().isEmpty)
    }

    @Test func `the preflight of a release reads every byte that nodes would serve`() throws {
        let database = try TestDatabase.make()
        let stores = Stores(pool: database.pool, preflight: .readNode)
        try stores.schemaReleases.adopt(SchemaRepository(loading: PackageRoot.path + "/schemas"), by: .operator)
        _ = try stores.features.create(name: "home", kind: "Screen", by: .operator)
        let text = #"{ "type": "Screen", "title": "A", "widgets": [] }"#
        _ = try stores.revisions.save(feature: "home", bytes: Array(text.utf8), by: .operator)
        let request = PublishRequest(feature: "home", revision: 1, platform: "ios", from: try ClientVersion("1.0"))
        guard case .released = try stores.releases.publish(request, by: .operator) else {
            Issue.record("no release was made")
            return
        }
        let hash = try #require(try stores.releases.rules(of: "home").first?.editions.first?.hash)
        let owner = try database.connectAsOwner()
        defer { owner.close() }
        try owner.execute("ALTER TABLE content DISABLE TRIGGER USER")
        try owner.execute("ALTER TABLE content DROP CONSTRAINT content_hash_is_of_bytes")
        try owner.execute(
            "UPDATE content SET bytes = overlay(bytes PLACING '\\x20' FROM 3) WHERE hash = decode(\(hash), 'hex')")
        let outcome = try stores.releases.rollback(
            RollbackRequest(.moment(.distantPast), reason: "x"), by: .operator)
        guard case .released = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let again = try stores.releases.rollback(
            RollbackRequest(feature: "home", toRelease: 1, reason: "x"), by: .operator)
        guard case .refused(.rejected(let problems)) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(problems.map(\.code) == ["unreadable"] && problems[0].message.contains("wrongHash"))
    }
}

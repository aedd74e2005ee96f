import Cryptography
import Foundation
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

/// The files in which a node stores its snapshot: `snapshot-N.log` and the record `served` of the newest release that
/// it served.
@Suite struct SnapshotDirectoryTests {
    private let path: String
    private let disk: SnapshotDirectory

    init() throws {
        path = try TestServer.makeDirectory()
        disk = SnapshotDirectory(path: path)
    }

    /// Returns a snapshot with a feature that serves some bytes, and others that serve nothing.
    private func snapshot(_ bytes: [UInt8], release: Int, others: [String] = ["other"]) throws -> Snapshot {
        let start = try ClientVersion("9.0-beta")
        let edition = Edition(
            from: start, until: try ClientVersion("10"), hash: SHA256Digest(of: bytes).hex, size: bytes.count,
            schemaRelease: 3, release: release)
        let rule = Rule(
            platform: "ios", from: start, until: edition.until, percent: RolloutPercent(tenths: 125), revision: 4,
            editions: [edition])
        let features = others.map { Sample.feature([], name: $0, release: release) }
        return Sample.snapshot(
            [Sample.feature([rule], release: release, off: ["android"])] + features, release: release)
    }

    private func replace(with bytes: [UInt8], release: Int) throws {
        try disk.replace(with: snapshot(bytes, release: release)) { try $0(SHA256Digest(of: bytes).hex, bytes) }
    }

    private func append(_ bytes: [UInt8], release: Int, to disk: SnapshotDirectory? = nil) throws {
        try (disk ?? self.disk).append(
            snapshot(bytes, release: release, others: []), contents: [(SHA256Digest(of: bytes).hex, bytes)])
    }

    private var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

    /// Returns the bytes that the feature `home` serves.
    private func served(_ file: SnapshotFile) throws -> [UInt8]? {
        let home = try #require(file.snapshot.features.first { $0.name == "home" })
        return try file.content(home.rules[0].editions[0].hash)
    }

    @Test func `a snapshot is read back unchanged, together with the changes of later releases`() throws {
        let (first, second) = (Array(#"{"дом":1}"#.utf8), Array(#"{"дом":2}"#.utf8))
        try replace(with: first, release: 7)
        let file = try #require(disk.load())
        #expect(file.snapshot == (try snapshot(first, release: 7)))
        #expect(try served(file) == first)
        #expect(try file.content(SHA256Digest(of: second).hex) == nil)
        #expect(try file.content("../snapshot-1.log") == nil)

        try append(second, release: 8)
        let changed = try #require(disk.load())
        #expect(changed.snapshot.release == 8)
        #expect(changed.snapshot.features.map(\.name) == ["other", "home"])
        #expect(try served(changed) == second)

        try append(first, release: 9)
        #expect(try served(#require(disk.load())) == first)
        #expect(try files == ["served", "snapshot-1.log"])
    }

    @Test func `a former name is read back with the present one and its end`() throws {
        let renaming = Renaming(
            name: "home.new", since: Date(timeIntervalSince1970: 1_790_000_000),
            until: Date(timeIntervalSince1970: 1_797_776_000))
        let former = FeatureSnapshot(name: "home", release: 7, rules: [], switchedOff: [], renaming: renaming)
        try disk.replace(with: Sample.snapshot([former], release: 7)) { _ in }

        #expect(try #require(disk.load()).snapshot.features == [former])
    }

    @Test func `a feature's own cache times are read back`() throws {
        let time = CacheTime(fresh: 1, staleWhileRevalidate: 2, staleIfError: 3)
        let feature = FeatureSnapshot(name: "home", release: 7, rules: [], switchedOff: [], cacheTime: time)
        try disk.replace(with: Sample.snapshot([feature], release: 7)) { _ in }

        #expect(try #require(disk.load()).snapshot.features == [feature])
    }

    @Test func `many features are read back and indexed, each with its own bytes`() throws {
        let numbers = Array(0..<700)
        let contents = numbers.map { Array("content \($0)".utf8) }
        let features = try numbers.map { number in
            let edition = Edition(
                from: try ClientVersion("1"), until: nil, hash: SHA256Digest(of: contents[number]).hex,
                size: contents[number].count, schemaRelease: 1, release: number)
            let rule = Rule(
                platform: "ios", from: edition.from, until: nil, percent: 100, revision: 1, editions: [edition])
            return Sample.feature([rule], name: "feature.\(number)", release: number)
        }
        try disk.replace(with: Sample.snapshot(features, release: 700)) { keep in
            for content in contents { try keep(SHA256Digest(of: content).hex, content) }
        }
        let file = try #require(disk.load())
        let index = try ReadIndex(loading: file.snapshot) { try file.content($0) }
        #expect(index.release == 700)
        for number in numbers {
            var key: [UInt8] = []
            let target = Array("/v1/features/feature.\(number)?platform=ios&client_version=2".utf8)
            let edition = try #require(index.edition(of: target.span, key: &key))
            #expect(edition.identity.hash == SHA256Digest(of: contents[number]).hex)
        }
        #expect(throws: SnapshotError.self) { try ReadIndex(loading: file.snapshot) { _ in nil } }
    }

    @Test func `a release appends only its changes to the file`() throws {
        try replace(with: [UInt8](repeating: 1, count: 1_000_000), release: 1)
        let before = try Data(contentsOf: url("snapshot-1.log"))
        try append([2], release: 2)
        let after = try Data(contentsOf: url("snapshot-1.log"))
        #expect(after.prefix(before.count) == before)
        #expect(after.count - before.count < 2_000)
    }

    @Test func `a file that was cut anywhere is read as an earlier complete state or not at all`() throws {
        try replace(with: [1], release: 1)
        let first = try Data(contentsOf: url("snapshot-1.log")).count
        try append([2], release: 2)
        let whole = try Data(contentsOf: url("snapshot-1.log"))
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: url("cut"))
            let file = try? SnapshotFile(contentsOf: url("cut"))
            #expect(file?.snapshot.release == (count < first ? nil : 1))
            if let file { #expect(try served(file) == [1]) }
        }
    }

    @Test func `a file that somebody shortens while it is read counts as damaged`() throws {
        let bytes = [UInt8](repeating: 1, count: 100_000)
        try replace(with: bytes, release: 1)
        let file = try #require(disk.load())
        let handle = try FileHandle(forWritingTo: url("snapshot-1.log"))
        try handle.truncate(atOffset: 60)
        try handle.close()
        let faults = [
            try #require(throws: SnapshotFile.Fault.self) { _ = try served(file) },
            try #require(throws: SnapshotFile.Fault.self) {
                _ = try ReadIndex(loading: file.snapshot) { try file.content($0) }
            },
        ]
        // The offset of the damage is where the file ends now, or after it.
        for fault in faults {
            guard case .damaged(let place) = fault else {
                Issue.record("\(fault)")
                continue
            }
            #expect(place >= 60)
        }
        disk.setAside(because: faults[0])
        #expect(try files == ["damaged.log", "served"])
    }

    @Test func `an incomplete release at the end of a file is overwritten`() throws {
        try replace(with: [1], release: 1)
        let record = try Data(contentsOf: url("served"))
        try append([2], release: 2)
        let whole = try Data(contentsOf: url("snapshot-1.log"))
        try whole.dropLast(3).write(to: url("snapshot-1.log"))
        try record.write(to: url("served"))
        let disk = SnapshotDirectory(path: path)
        #expect(disk.load()?.snapshot.release == 1)
        try append([3], release: 3, to: disk)
        let file = try #require(SnapshotDirectory(path: path).load())
        #expect(file.snapshot.release == 3)
        #expect(try served(file) == [3])
    }

    @Test func `a changed bit is never served`() throws {
        try replace(with: [1], release: 1)
        try append([2], release: 2)
        let whole = try Data(contentsOf: url("snapshot-1.log"))
        #expect(try served(SnapshotFile(contentsOf: url("snapshot-1.log"))) == [2])
        for place in 0..<whole.count {
            var changed = whole
            changed[place] ^= 1 << UInt8(place % 8)
            try changed.write(to: url("changed"))
            guard let file = try? SnapshotFile(contentsOf: url("changed")) else { continue }
            #expect(file.snapshot.release == 2)
            #expect(file.snapshot.features.map(\.name) == ["other", "home"])
            // A damaged content that no feature uses is ignored; a content that is requested is correct or refused.
            if let bytes = try? served(file) { #expect(bytes == [2]) }
        }
    }

    @Test func `a damaged file is set aside, and no older one is used instead`() throws {
        try replace(with: [1], release: 1)
        let first = try Data(contentsOf: url("snapshot-1.log"))
        try replace(with: [2], release: 2)
        #expect(try files == ["served", "snapshot-2.log"])
        try first.write(to: url("snapshot-1.log"))
        var second = try Data(contentsOf: url("snapshot-2.log"))
        second[second.count - 1] ^= 1
        try second.write(to: url("snapshot-2.log"))
        #expect(disk.load() == nil)
        #expect(try files == ["damaged.log", "served"])
        #expect(disk.durable == nil)
        try replace(with: [3], release: 3)
        #expect(disk.load()?.snapshot.release == 3)
    }

    @Test func `instead of an incomplete new file, the one before it is used`() throws {
        try replace(with: [1], release: 1)
        try Data().write(to: url("snapshot-2.log"))
        #expect(disk.load()?.snapshot.release == 1)
        #expect(try files == ["served", "snapshot-1.log"])
    }

    @Test func `a file that is mostly outdated is rewritten`() throws {
        try replace(with: [0], release: 1)
        for release in 2...7 {
            let bytes = [UInt8](repeating: UInt8(release), count: 1 << 20)
            try append(bytes, release: release)
            let live = try snapshot(bytes, release: release)
            try disk.compactIfWorthwhile { live }
        }
        #expect(try files == ["served", "snapshot-2.log"])
        let file = try #require(disk.load())
        #expect(file.snapshot.release == 7)
        #expect(try served(file) == [UInt8](repeating: 7, count: 1 << 20))
        #expect(try Data(contentsOf: url("snapshot-2.log")).count < 5 << 20)
    }

    @Test func `a file that is mostly outdated is rewritten, even if the node restarts after every release`() throws {
        try replace(with: [0], release: 1)
        for release in 2...9 {
            let restarted = SnapshotDirectory(path: path)
            #expect(restarted.load() != nil)
            let bytes = [UInt8](repeating: UInt8(release), count: 1 << 20)
            try append(bytes, release: release, to: restarted)
            let live = try snapshot(bytes, release: release)
            try restarted.compactIfWorthwhile { live }
        }
        #expect(try files == ["served", "snapshot-2.log"])
        #expect(try served(#require(SnapshotDirectory(path: path).load())) == [UInt8](repeating: 9, count: 1 << 20))
    }

    @Test func `the files of an earlier version of Galley are removed`() throws {
        try FileManager.default.createDirectory(at: url("contents"), withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: url("snapshot.jsonl"))
        #expect(disk.load() == nil)
        try replace(with: [1], release: 1)
        #expect(try files == ["served", "snapshot-1.log"])
    }

    @Test func `a node that starts without a database serves what it served last`() throws {
        let node = try TestNode(snapshotDirectory: path)
        _ = try node.publish("first", from: "9")
        // A release is on disk before it is served, unless the disk cannot be written.
        let release = try node.publish("second", from: "9")
        #expect(try SnapshotFile(contentsOf: url("snapshot-1.log")).snapshot.release == release)

        let nowhere = ConnectionInfo(parameters: ["host": path, "dbname": "nobody"])
        let port = FreePort.find()
        let restarted = ReadAPI(pool: ConnectionPool(nowhere, size: 1), snapshotDirectory: path)
        restarted.start()
        defer { restarted.stop() }
        let listener = try TestNode.listener(port: port, api: restarted)
        defer { listener.stop() }
        let answer = try RawClient.get("/v1/features/home?platform=ios&client_version=9", port: port)
        #expect(answer.status == 200)
        #expect(answer.body == (try node.get("9").body))
        let readiness = try Readiness(port: port)
        #expect(readiness.release == release)
        #expect(readiness.database == "away")
        #expect(readiness.ageSeconds == nil)
        #expect(readiness.storage == "ok")
    }

    @Test func `a disk that was never writable does not keep releases from being served`() throws {
        try Data().write(to: url("file"))
        let node = try TestNode(snapshotDirectory: path + "/file")
        _ = try node.publish("first", from: "9")
        #expect(try node.get("9").status == 200)
        #expect(try node.readiness().storage == "failing")
    }
}

import Cryptography
import Foundation
import Logging
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

/// A node whose snapshot directory is damaged, was removed or cannot be written.
@Suite struct SnapshotFaultTests {
    private let path: String

    init() throws { path = try TestServer.makeDirectory() }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

    private var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    /// The bytes that clients of a feature get at a release.
    private static func bytes(_ feature: String, _ release: Int) -> [UInt8] {
        Array(#"{"feature":"\#(feature)","release":\#(release)}"#.utf8)
    }

    private static let names = ["home", "offers"]

    /// Returns the features at a release with their contents; `wrong` replaces the contents.
    private func state(
        _ release: Int, of installation: String = "one", only: [String] = names, wrong: [UInt8]? = nil
    ) throws -> (snapshot: Snapshot, contents: [(hash: String, bytes: [UInt8])]) {
        let contents = only.map { wrong ?? Self.bytes($0, release) }
        let features = try zip(only, contents).map { name, bytes in
            let edition = Edition(
                from: try ClientVersion("1"), until: nil, hash: SHA256Digest(of: bytes).hex, size: bytes.count,
                schemaRelease: 1, release: release)
            let rule = Rule(
                platform: "ios", from: edition.from, until: nil, percent: 100, revision: release, editions: [edition])
            return Sample.feature([rule], name: name, release: release)
        }
        let snapshot = Snapshot(
            point: Sample.point(release, of: installation), platforms: [Platform(name: "ios", title: "iOS")],
            features: features)
        return (snapshot, contents.map { (SHA256Digest(of: $0).hex, $0) })
    }

    /// Writes all features at release 1, and then the later releases, each of which changes every feature.
    private func write(upTo release: Int, of installation: String = "one", wrong: [UInt8]? = nil) throws {
        let disk = SnapshotDirectory(path: path)
        let first = try state(1, of: installation, wrong: wrong)
        try disk.replace(with: first.snapshot) { keep in for one in first.contents { try keep(one.hash, one.bytes) } }
        for number in 1..<release {
            let next = try state(number + 1, of: installation, wrong: wrong)
            try disk.append(next.snapshot, contents: next.contents)
        }
    }

    /// The outcome of the start of a node.
    private enum Start: Equatable {
        case nothing
        /// Every feature has the bytes of this release.
        case right(Int)
        /// Some feature is missing or has other bytes or another release.
        case wrong
    }

    /// Starts from the directory, without a database.
    private func start() throws -> Start {
        let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
        guard let file = SnapshotDirectory(path: path, logger: silent).load() else { return .nothing }
        guard let index = try? ReadIndex(loading: file.snapshot, content: { try file.content($0) }) else {
            return .nothing
        }
        for name in Self.names {
            var key: [UInt8] = []
            let target = Array("/v1/features/\(name)?platform=ios&client_version=2".utf8)
            let edition = index.edition(of: target.span, key: &key)
            guard edition?.identity.hash == SHA256Digest(of: Self.bytes(name, index.release)).hex,
                edition?.identity.release == index.release
            else { return .wrong }
        }
        return .right(index.release)
    }

    /// Returns the directory's files, to restore them.
    private func copy() throws -> [String: Data] {
        try Dictionary(uniqueKeysWithValues: files.map { ($0, try Data(contentsOf: url($0))) })
    }

    private func putBack(_ copy: [String: Data]) throws {
        for name in try files where copy[name] == nil { try FileManager.default.removeItem(at: url(name)) }
        for (name, data) in copy { try data.write(to: url(name)) }
    }

    @Test func `a file that lost any served part is no longer used`() throws {
        try write(upTo: 3)
        let whole = try copy()
        let log = try #require(whole["snapshot-1.log"])
        #expect(try start() == .right(3))
        // The lengths that the file is cut to: all in its last third, with the last release, and some shorter ones.
        let places = Set(stride(from: 0, to: log.count, by: 29)).union(log.count * 2 / 3..<log.count)
        for count in places.sorted() {
            try putBack(whole)
            try log.prefix(count).write(to: url("snapshot-1.log"))
            #expect(try start() == .nothing, "\(count) of \(log.count) bytes")
        }
    }

    @Test func `a release that was being written when the machine stopped is served whole or not at all`() throws {
        try write(upTo: 2)
        let before = try copy()
        let size = try #require(before["snapshot-1.log"]).count
        let disk = SnapshotDirectory(path: path)
        _ = disk.load()
        let next = try state(3)
        try disk.append(next.snapshot, contents: next.contents)
        let log = try Data(contentsOf: url("snapshot-1.log"))
        // No client has been served the third release yet: the file `served` names the second.
        for count in size...log.count {
            try putBack(before)
            try log.prefix(count).write(to: url("snapshot-1.log"))
            #expect(try start() == .right(count == log.count ? 3 : 2))
            // A start records the release that it serves, so that the next start does not serve an older one.
            if count % 32 == 0 || count == log.count { #expect(try start() == .right(count == log.count ? 3 : 2)) }
        }
        // A power failure may lose any part of a write, not only its end.
        var random = SeededNumbers(seed: 7)
        for _ in 0..<100 {
            try putBack(before)
            var torn = log
            let hole = Int.random(in: size..<log.count, using: &random)
            let end = min(log.count, hole + Int.random(in: 1...120, using: &random))
            for place in hole..<end { torn[place] = 0 }
            try torn.write(to: url("snapshot-1.log"))
            let outcome = try start()
            #expect(outcome == .right(2) || (torn == log && outcome == .right(3)))
        }
    }

    /// Returns the files that a kill can leave while the file with release 3 is replaced by a new one with `release`:
    /// - the new file cut at any place;
    /// - the whole new file, and the file `served`, which names the newest release served, written up to any place;
    /// - both files whole, and the old file still there or removed.
    ///
    /// `isNew` is true if both files are whole, so that only the new release may be served.
    private func leftovers(replacingWith release: Int) throws -> [(name: String, files: [String: Data], isNew: Bool)] {
        try write(upTo: 3)
        let before = try copy()
        let disk = SnapshotDirectory(path: path)
        _ = disk.load()
        let next = try state(release)
        try disk.replace(with: next.snapshot) { keep in for one in next.contents { try keep(one.hash, one.bytes) } }
        let after = try copy()
        let (new, old) = (try #require(after["snapshot-2.log"]), try #require(before["snapshot-1.log"]))
        let (served, servedBefore) = (try #require(after["served"]), try #require(before["served"]))
        var all: [(name: String, files: [String: Data], isNew: Bool)] = []
        for count in 0...new.count {
            let files = ["snapshot-1.log": old, "snapshot-2.log": new.prefix(count), "served": servedBefore]
            all.append(("\(count) of \(new.count) bytes", files, false))
        }
        for count in 0...served.count where served != servedBefore {
            let torn = served.prefix(count) + servedBefore.dropFirst(count)
            all.append(
                (
                    "served overwritten up to \(count)",
                    ["snapshot-1.log": old, "snapshot-2.log": new, "served": torn],
                    torn == served
                ))
        }
        all.append(("old file still there", ["snapshot-1.log": old, "snapshot-2.log": new, "served": served], true))
        all.append(("old file gone", ["snapshot-2.log": new, "served": served], true))
        return all
    }

    @Test(arguments: [3, 5])
    func `after a kill while a new file is written, a start serves the old file or the new one`(_ release: Int) throws {
        let stray = ["snapshot-2.log.tmp": Data("{".utf8), "snapshot-.log": Data("x".utf8), "lost+found": Data()]
        for (name, files, isNew) in try leftovers(replacingWith: release) {
            try putBack(files.merging(stray) { one, _ in one })
            let outcome = try start()
            #expect(outcome == .right(release) || (!isNew && outcome == .right(3)), "\(name): \(outcome)")
            // The next start finds what the first one served.
            #expect(try start() == outcome, "\(name)")
        }
    }

    @Test func `an older file is not used if the record says that a later release was served`() throws {
        let all = try leftovers(replacingWith: 5)
        let served = try #require(all.last?.files["served"])
        let old = try #require(all.first?.files["snapshot-1.log"])
        try putBack(["snapshot-1.log": old, "served": served])
        #expect(try start() == .nothing)
        // The file itself is valid: with the record of its own release it is used.
        try putBack(["snapshot-1.log": old, "served": try #require(all.first?.files["served"])])
        #expect(try start() == .right(3))
    }

    @Test func `none of 400 changed bits is served`() throws {
        try write(upTo: 4)
        let whole = try copy()
        var random = SeededNumbers(seed: 11)
        var refused = 0
        for _ in 0..<400 {
            try putBack(whole)
            let name = Int.random(in: 0..<10, using: &random) == 0 ? "served" : "snapshot-1.log"
            var changed = try #require(whole[name])
            changed[Int.random(in: 0..<changed.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try changed.write(to: url(name))
            let outcome = try start()
            #expect(outcome == .right(4) || outcome == .nothing)
            if outcome == .nothing { refused += 1 }
            if name == "served" { #expect(outcome == .right(4)) }
        }
        #expect(refused > 200)
    }

    @Test func `wrong bytes with matching checksums are detected by these tests, so they can fail`() throws {
        try write(upTo: 2, wrong: Array(#"{"forged":true}"#.utf8))
        #expect(try start() == .wrong)
    }

    @Test func `if the newest file is damaged, a start uses the one before it if that has the newest release served`()
        throws
    {
        try write(upTo: 3)
        let log = try Data(contentsOf: url("snapshot-1.log"))
        var damaged = log
        damaged[damaged.count / 2] ^= 4
        try damaged.write(to: url("snapshot-2.log"))
        #expect(try start() == .right(3))
        #expect(try files == ["damaged.log", "served", "snapshot-1.log"])
        #expect(try Data(contentsOf: url("damaged.log")) == damaged)
    }

    @Test func `a start without a database sets aside a file of another installation than the one served last`() throws
    {
        try write(upTo: 3, of: "another")
        let log = try Data(contentsOf: url("snapshot-1.log"))
        try FileManager.default.removeItem(at: url("served"))
        try FileManager.default.removeItem(at: url("snapshot-1.log"))
        try write(upTo: 2)
        try log.write(to: url("snapshot-2.log"))
        #expect(try start() == .right(2))
        #expect(try files == ["other-installation.log", "served", "snapshot-1.log"])
    }

    @Test func `a snapshot of another installation than that of the database is set aside`() throws {
        try write(upTo: 3, of: "another")
        let log = try Data(contentsOf: url("snapshot-1.log"))
        let node = try TestNode(snapshotDirectory: path)
        #expect(try node.get("2").status == 404)
        #expect(try RawClient.get("/v1/features/offers?platform=ios&client_version=2", port: node.port).status == 404)
        #expect(try Data(contentsOf: url("other-installation.log")) == log)
        _ = try node.publish("ours", from: "2")
        #expect(try node.get("2").body.contains("ours"))
        let held = try #require(SnapshotDirectory(path: path).load()).snapshot
        #expect(held.release == 1)
        #expect(held.point.installation != "another")
    }

    @Test func `a release that cannot be stored is not served if a restart would then serve an older one`() throws {
        let node = try TestNode(snapshotDirectory: path)
        let release = try node.publish("first", from: "2")
        #expect(try node.readiness().storage == "ok")
        // A directory in place of the file makes every write fail.
        try FileManager.default.removeItem(at: url("served"))
        try FileManager.default.createDirectory(at: url("served"), withIntermediateDirectories: false)
        _ = try node.release("second", from: "2")
        try waitUntil("the node reports that its disk fails") { try node.readiness().storage == "failing" }
        #expect(try node.readiness().release == release)
        #expect(try node.readiness().database == "connected")
        #expect(try node.get("2").body.contains("first"))
        #expect(try SnapshotFile(contentsOf: url("snapshot-1.log")).snapshot.release == release)

        try FileManager.default.removeItem(at: url("served"))
        try waitUntil("the node serves the second release") { node.api.release == release + 1 }
        #expect(try node.get("2").body.contains("second"))
        #expect(try node.readiness().storage == "ok")
        #expect(SnapshotDirectory(path: path).load()?.snapshot.release == release + 1)
    }

    /// The release in the node's first file; nil until the file is complete.
    private var heldRelease: Int? { try? SnapshotFile(contentsOf: url("snapshot-1.log")).snapshot.release }

    /// Removes the directory while a node runs, and leaves a file in its place.
    private func putFileInPlace() throws {
        try FileManager.default.removeItem(atPath: path)
        try Data().write(to: URL(fileURLWithPath: path))
    }

    @Test func `a directory that was removed while the node runs is written again, and releases are served`() throws {
        let node = try TestNode(snapshotDirectory: path)
        let release = try node.publish("first", from: "2")
        try FileManager.default.removeItem(atPath: path)
        #expect(try node.publish("second", from: "2") == release + 1)
        #expect(try node.get("2").body.contains("second"))
        try waitUntil("the release is on disk") { try heldRelease == release + 1 && files.contains("served") }
        #expect(try node.publish("third", from: "2") == release + 2)
        #expect(try node.readiness().storage == "ok")
        #expect(SnapshotDirectory(path: path).load()?.snapshot.release == release + 2)
    }

    @Test func `a snapshot that was removed without a new release is written again for the next start`() throws {
        let node = try TestNode(snapshotDirectory: path)
        let release = try node.publish("first", from: "2")
        try FileManager.default.removeItem(at: url("snapshot-1.log"))
        try waitUntil("the snapshot is written again") { heldRelease == release }

        let nowhere = ConnectionInfo(parameters: ["host": path, "dbname": "nobody"])
        let restarted = ReadAPI(pool: ConnectionPool(nowhere, size: 1), snapshotDirectory: path)
        restarted.start()
        defer { restarted.stop() }
        #expect(restarted.release == release)
    }

    @Test func `a node whose directory is gone for good serves new releases and reports that its disk fails`() throws {
        let node = try TestNode(snapshotDirectory: path)
        let release = try node.publish("first", from: "2")
        try putFileInPlace()
        #expect(try node.publish("second", from: "2") == release + 1)
        #expect(try node.get("2").body.contains("second"))
        try waitUntil("the node reports that its disk fails") { try node.readiness().storage == "failing" }
    }

    @Test func `while an older snapshot replaces the newest, a release that cannot be stored is not served`() throws {
        let node = try TestNode(snapshotDirectory: path)
        _ = try node.publish("first", from: "2")
        let older = try Data(contentsOf: url("snapshot-1.log"))
        let release = try node.publish("second", from: "2")
        // A directory in place of the file makes every write fail.
        try FileManager.default.removeItem(at: url("served"))
        try FileManager.default.createDirectory(at: url("served"), withIntermediateDirectories: false)
        try older.write(to: url("snapshot-1.log"), options: .atomic)
        try waitUntil("the node reports that its disk fails") { try node.readiness().storage == "failing" }
        _ = try node.release("third", from: "2")
        try waitUntil("the node knows of the release") {
            node.api.shared.freshness.reading.newest == release + 1
        }
        #expect(node.api.release == release)
        #expect(try node.get("2").body.contains("second"))

        try FileManager.default.removeItem(at: url("served"))
        try waitUntil("the node serves the third release") { node.api.release == release + 1 }
        #expect(try node.readiness().storage == "ok")
        #expect(SnapshotDirectory(path: path).load()?.snapshot.release == release + 1)
    }

    @Test func `a snapshot that is emptied or overwritten in place is noticed`() throws {
        try write(upTo: 2)
        let older = try Data(contentsOf: url("snapshot-1.log"))
        let writing = SnapshotDirectory(path: path)
        _ = writing.load()
        let third = try state(3)
        try writing.append(third.snapshot, contents: third.contents)
        let newest = try Data(contentsOf: url("snapshot-1.log"))
        for bytes in [Data(), older, newest + Data([0])] {
            let disk = SnapshotDirectory(path: path)
            #expect(disk.load()?.snapshot.release == 3)
            #expect(!disk.noticeLoss() && !disk.needsWhole)
            try overwrite("snapshot-1.log", with: bytes)
            #expect(disk.noticeLoss() && disk.needsWhole && disk.durable?.release == 3, "\(bytes.count)")
            #expect(!disk.noticeLoss())
            try overwrite("snapshot-1.log", with: newest)
        }

        // Neither successful nor failed appends by the directory itself count as a loss.
        let disk = SnapshotDirectory(path: path)
        _ = disk.load()
        let next = try state(4)
        try disk.append(next.snapshot, contents: next.contents)
        #expect(!disk.noticeLoss())
        try FileManager.default.removeItem(at: url("served"))
        try FileManager.default.createDirectory(at: url("served"), withIntermediateDirectories: false)
        let last = try state(5)
        #expect(throws: (any Error).self) { try disk.append(last.snapshot, contents: last.contents) }
        #expect(!disk.noticeLoss() && disk.durable?.release == 4)
    }

    @Test func `a snapshot that was emptied in place is written again`() throws {
        let node = try TestNode(snapshotDirectory: path)
        _ = try node.publish("first", from: "2")
        try overwrite("snapshot-1.log", with: Data())
        let release = try node.publish("second", from: "2")
        try waitUntil("the snapshot is written again") {
            (try? SnapshotFile(contentsOf: url("snapshot-2.log")).snapshot.release) == release
        }
        #expect(try node.readiness().storage == "ok")
    }

    /// Replaces the bytes of a file without replacing the file.
    private func overwrite(_ name: String, with bytes: Data) throws {
        let handle = try FileHandle(forWritingTo: url(name))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    /// Makes the directory unreadable, even for root: its name becomes a link to itself. Returns its new path.
    private func hide() throws -> String {
        let hidden = path + "-hidden"
        try FileManager.default.moveItem(atPath: path, toPath: hidden)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        return hidden
    }

    private func show(_ hidden: String) throws {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: hidden, toPath: path)
    }

    @Test func `a directory that cannot be read is distinguished from one without a snapshot`() throws {
        try write(upTo: 2)
        let hidden = try hide()
        let disk = SnapshotDirectory(path: path)
        #expect(disk.load() == nil)
        #expect(disk.readFault != nil && disk.mayHaveSnapshot && disk.durable == nil && disk.served == nil)
        #expect(!disk.noticeLoss() && disk.mayHaveSnapshot)
        let next = try state(3)
        #expect(throws: (any Error).self) { try disk.replace(with: next.snapshot) { _ in } }

        try show(hidden)
        #expect(disk.load()?.snapshot.release == 2)
        #expect(disk.readFault == nil && disk.durable?.release == 2 && disk.served?.release == 2)

        _ = try hide()
        let second = SnapshotDirectory(path: path)
        _ = second.load()
        #expect(second.mayHaveSnapshot)
        try FileManager.default.removeItem(atPath: path)
        #expect(!second.noticeLoss() && !second.mayHaveSnapshot)
    }

    @Test func `a node that starts with an unreadable directory serves nothing until it can be read`() throws {
        let node = try TestNode()
        let first = ReadAPI(pool: ConnectionPool(node.database.info, size: 1), snapshotDirectory: path)
        first.start()
        let release = try node.publish("first", from: "2")
        try waitUntil("the first release is served") { first.release == release }
        first.stop()
        let hidden = try hide()
        _ = try node.publish("second", from: "2")

        let restarted = ReadAPI(pool: ConnectionPool(node.database.info, size: 1), snapshotDirectory: path)
        restarted.start()
        defer { restarted.stop() }
        // When the node knows of the fourth release, it has handled the answer of the database with the third.
        for title in ["third", "fourth"] {
            let newest = try node.publish(title, from: "2")
            try waitUntil("the node knows of the release") { restarted.shared.freshness.reading.newest == newest }
        }
        #expect(restarted.release == nil)
        #expect(restarted.shared.current.storage == .failing)

        try show(hidden)
        try waitUntil("the fourth release is served") { restarted.release == release + 3 }
        #expect(restarted.shared.current.storage == .ok)
        #expect(SnapshotDirectory(path: path).load()?.snapshot.release == release + 3)
    }

    @Test func `a snapshot that is gone is distinguished from one that may be older`() throws {
        try write(upTo: 2)
        let disk = SnapshotDirectory(path: path)
        _ = disk.load()
        let log = try Data(contentsOf: url("snapshot-1.log"))
        #expect(!disk.noticeLoss() && !disk.needsWhole)
        // A file that somebody puts in the place of the snapshot may be older.
        try log.write(to: url("snapshot-1.log"), options: .atomic)
        #expect(disk.noticeLoss() && disk.needsWhole && disk.durable?.release == 2)
        #expect(!disk.noticeLoss())
        try FileManager.default.removeItem(at: url("snapshot-1.log"))
        #expect(!disk.noticeLoss() && disk.durable == nil)

        let next = try state(3)
        try disk.replace(with: next.snapshot) { keep in for one in next.contents { try keep(one.hash, one.bytes) } }
        #expect(!disk.noticeLoss() && !disk.needsWhole)
        // A file beside the removed snapshot may be older, too.
        try log.write(to: url("snapshot-7.log"))
        try FileManager.default.removeItem(at: url("snapshot-1.log"))
        #expect(disk.noticeLoss() && disk.durable?.release == 3)
        try putFileInPlace()
        #expect(!disk.noticeLoss() && disk.durable == nil)
    }
}

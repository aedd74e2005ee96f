import Cryptography
import Foundation
import MicroHTTP
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

@testable import ReadAPI

@Suite struct SnapshotDirectoryTests {
    private let path: String
    private let disk: SnapshotDirectory

    init() throws {
        path = try TestServer.makeDirectory()
        disk = SnapshotDirectory(path: path)
    }

    private func snapshot(_ bytes: [UInt8], release: Int) throws -> Snapshot {
        let start = try ClientVersion("9.0-beta")
        let edition = Edition(
            from: start, until: try ClientVersion("10"), hash: SHA256Digest(of: bytes).hex, size: bytes.count,
            schemaRelease: 3, release: release)
        let rule = Rule(
            platform: "ios", from: start, until: edition.until, percent: 50, revision: 4, editions: [edition])
        return Sample.snapshot(
            [
                Sample.feature([rule], release: release, off: ["android"]),
                Sample.feature([], name: "other", release: release),
            ], release: release)
    }

    @Test func `a snapshot is read back as it was written`() throws {
        let bytes = Array(#"{"дом":1}"#.utf8)
        let snapshot = try snapshot(bytes, release: 7)
        try disk.store(bytes, hash: SHA256Digest(of: bytes).hex)
        try disk.store(snapshot)
        #expect(disk.snapshot() == snapshot)
        #expect(disk.content(SHA256Digest(of: bytes).hex) == bytes)
    }

    @Test func `contents that nothing names any more go`() throws {
        let (old, new) = (Array("old".utf8), Array("new".utf8))
        for (bytes, release) in [(old, 1), (new, 2)] {
            try disk.store(bytes, hash: SHA256Digest(of: bytes).hex)
            try disk.store(snapshot(bytes, release: release))
        }
        #expect(disk.content(SHA256Digest(of: old).hex) == nil)
        #expect(disk.content(SHA256Digest(of: new).hex) == new)
    }

    @Test(arguments: ["", "{", "{}", #"{"format":2,"release":1,"features":0,"platforms":[]}"#, "\0\0", "[1]\n[2]"])
    func `a damaged snapshot is none`(_ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/snapshot.jsonl"))
        #expect(disk.snapshot() == nil)
    }

    @Test func `a snapshot cut anywhere is none`() throws {
        let text = SnapshotText.write(try snapshot([1], release: 1))
        for count in 0..<text.count { #expect(SnapshotText.read(Array(text.prefix(count))) == nil) }
    }

    @Test func `a content that changed on disk is missing`() throws {
        let hash = SHA256Digest(of: Array("a".utf8)).hex
        try disk.store(Array("b".utf8), hash: hash)
        #expect(disk.content(hash) == nil)
        #expect(disk.content("../snapshot.jsonl") == nil)
    }

    @Test func `a node that starts without a database serves what it served last`() throws {
        let node = try TestNode(snapshotDirectory: path)
        let release = try node.publish("first", from: "9")
        try waitUntil("the snapshot is on disk") { disk.snapshot()?.release == release }

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
        #expect(
            try RawClient.get("/readyz", port: port).body
                == #"{"status":"ready","release":\#(release),"database":"away"}"#)
    }
}

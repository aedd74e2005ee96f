import Foundation
import MicroHTTP
import PostgreSQL
import Publishing
import TestSupport
import Testing

@testable import ReadAPI

/// A node whose database was restored to an earlier state.
@Suite struct RestoredDatabaseTests {
    private let path: String
    private let administrator: Connection

    init() throws {
        path = try TestServer.makeDirectory()
        administrator = try Connection(TestServer.administrator(), deadline: .seconds(60))
    }

    private func name(of node: TestNode) throws -> String {
        try #require(node.database.info.parameters["dbname"])
    }

    /// Replaces `copy` with a copy of `original`; ends the connections to both.
    private func copy(_ original: String, to copy: String) throws {
        for name in [original, copy] {
            let exists = try administrator.query("SELECT FROM pg_database WHERE datname = \(name)").count > 0
            guard exists else { continue }
            try administrator.execute("ALTER DATABASE \(identifier: name) WITH ALLOW_CONNECTIONS false")
            try administrator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = \(name)")
        }
        try administrator.execute("DROP DATABASE IF EXISTS \(identifier: copy) WITH (FORCE)")
        try administrator.execute("CREATE DATABASE \(identifier: copy) TEMPLATE \(identifier: original)")
        try administrator.execute("ALTER DATABASE \(identifier: original) WITH ALLOW_CONNECTIONS true")
    }

    @Test func `a node serves the state of a restored database, under a number above all that it served`() throws {
        let node = try TestNode(snapshotDirectory: path)
        let name = try name(of: node)
        _ = try node.publish("first", from: "9")
        try copy(name, to: name + "_backup")
        _ = try node.publish("lost", from: "9")
        let served = try node.publish("lost as well", from: "10")
        #expect(try node.get("10").body.contains("lost as well"))

        try copy(name + "_backup", to: name)
        try waitUntil("the restored state is served") { try node.get("10").body.contains("first") }
        let number = try #require(node.api.release)
        #expect(number > served)
        #expect(try node.get("10").field("galley-release") == "\(number)")
        #expect(try node.get("9").body == (try node.get("10").body))
        #expect(try node.stores.releases.newest() == number)
        #expect(try node.readiness().database == "connected")
        #expect(SnapshotDirectory(path: path).load()?.snapshot.release == number)

        #expect(try node.publish("next", from: "9") == number + 1)
        #expect(try node.get("9").body.contains("next"))
    }

    @Test func `a node that was stopped during a restore detects it, although the numbers have grown again`() throws {
        let node = try TestNode(snapshotDirectory: path)
        let name = try name(of: node)
        _ = try node.publish("first", from: "9")
        try copy(name, to: name + "_backup")
        let served = try node.publish("lost", from: "9")
        node.api.stop()
        try copy(name + "_backup", to: name)
        for title in ["other", "yet another"] {
            guard case .released = try node.release(title, from: "9") else { throw NotReleased(what: title) }
        }
        #expect(try node.stores.releases.newest() > served)

        let port = FreePort.find()
        let restarted = ReadAPI(pool: ConnectionPool(node.database.info, size: 1), snapshotDirectory: path)
        restarted.start()
        defer { restarted.stop() }
        let listener = try TestNode.listener(port: port, api: restarted)
        defer { listener.stop() }
        try waitUntil("the restored state is served") {
            try RawClient.get("/v1/features/home?platform=ios&client_version=9", port: port).body
                .contains("yet another")
        }
        #expect(try #require(restarted.release) > served + 1)
    }

    @Test func `a node keeps its snapshot when the database belongs to another installation and has no release`() throws
    {
        let node = try TestNode(snapshotDirectory: path)
        let release = try node.publish("first", from: "9")
        let owner = try node.database.connectAsOwner()
        let tables = ["release_state", "edition", "rule", "release_item", "release", "installation"]
        for table in tables { try owner.execute("ALTER TABLE \(identifier: table) DISABLE TRIGGER USER") }
        try owner.transaction { owner in
            try owner.execute("UPDATE installation SET id = gen_random_uuid()")
            try owner.execute("UPDATE feature SET live_release = NULL")
            for table in tables.dropLast() { try owner.execute("DELETE FROM \(identifier: table)") }
        }
        try waitUntil("the age of the data grows") { try #require(try node.readiness().ageSeconds) > 2.5 }
        #expect(node.api.release == release)
        #expect(try node.get("9").body.contains("first"))
    }
}

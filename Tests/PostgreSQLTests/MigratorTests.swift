import Dispatch
import Foundation
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite("Migrations") struct MigratorTests {
    let database: TestDatabase
    let directory: String

    init() throws {
        database = try TestDatabase.make(migrated: false)
        directory = try TestServer.makeDirectory()
    }

    private func write(_ files: [String: String]) throws {
        for (name, text) in files { try text.write(toFile: directory + "/" + name, atomically: true, encoding: .utf8) }
    }

    private func migrate() throws -> [String] {
        try Migrator(directory: directory).migrate(try database.connect())
    }

    private func tables() throws -> [String] {
        try database.pool.withConnection { connection in
            try connection.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").map {
                try $0[0, as: String.self]
            }
        }
    }

    private func problem() throws -> String {
        "\(try #require(throws: MigrationError.self) { _ = try migrate() })"
    }

    @Test func `files run once, in order, and files added later run after them`() throws {
        try write([
            "0001_a.sql": "CREATE TABLE a (n bigint);", "0002_b.sql": "INSERT INTO a VALUES (1); CREATE TABLE b ();",
        ])
        #expect(try migrate() == ["0001_a", "0002_b"])
        #expect(try migrate() == [])

        try write(["0003_c.sql": "DROP TABLE b;", "notes.txt": "not SQL"])
        #expect(try Migrator(directory: directory).pendingNames(try database.connect()) == ["0003_c"])
        #expect(try migrate() == ["0003_c"])
        #expect(try tables() == ["a", "migration"])
    }

    @Test func `pending migrations can be listed for a database that was never migrated`() throws {
        try write(["0001_a.sql": "CREATE TABLE a ();"])

        #expect(try Migrator(directory: directory).pendingNames(try database.connect()) == ["0001_a"])
        #expect(try tables() == [])
    }

    @Test func `a failing file is reported with its line, and the earlier version can still use the database`() throws {
        try write(["0001_a.sql": "CREATE TABLE a ();"])
        #expect(try migrate() == ["0001_a"])
        let earlier = try Migrator(directory: directory)

        try write([
            "0002_b.sql": "CREATE TABLE b ();",
            "0003_c.sql": "-- Буквы\nCREATE TABLE c ();\nCREATE TABLE d (n nonsense);\n",
        ])

        #expect(try problem() == "migration 0003_c, line 3 failed: type \"nonsense\" does not exist (SQLSTATE 42704)")
        #expect(try tables() == ["a", "migration"])
        #expect(try earlier.pendingNames(try database.connect()) == [])

        try write(["0003_c.sql": "CREATE TABLE c ();"])
        #expect(try migrate() == ["0002_b", "0003_c"])
    }

    @Test func `a file that ends its own transaction is refused`() throws {
        try write(["0001_a.sql": "CREATE TABLE a (); COMMIT;"])

        #expect(try problem() == "migration 0001_a ends the transaction it runs in")
    }

    @Test func `a file that changed after it ran is refused`() throws {
        try write(["0001_a.sql": "CREATE TABLE a ();"])
        #expect(try migrate() == ["0001_a"])

        try write(["0001_a.sql": "CREATE TABLE a (n bigint);", "0002_b.sql": "CREATE TABLE b ();"])
        #expect(try problem() == "migration 0001_a has changed since it ran; what has run must not change")
        #expect(try tables() == ["a", "migration"])
    }

    @Test func `a database newer than the files is refused`() throws {
        try write(["0001_a.sql": "CREATE TABLE a ();", "0002_b.sql": "CREATE TABLE b ();"])
        #expect(try migrate().count == 2)

        try FileManager.default.removeItem(atPath: directory + "/0002_b.sql")
        #expect(try problem().contains("older than the database"))
    }

    private static let misnamed = "is not named NNNN_name.sql, with a name of lower-case letters, digits and _"

    @Test(arguments: [
        (["0002_a.sql"], "migration 0002_a.sql leaves a gap in the numbers before it"),
        (["0001_a.sql", "0003_b.sql"], "migration 0003_b.sql leaves a gap in the numbers before it"),
        (["0000_a.sql"], "migration 0000_a.sql has the number 0; the first number is 0001"),
        (["0001_a.sql", "0001_b.sql"], "migration 0001_b.sql has the same number as another one"),
        (["1_a.sql"], "migration 1_a.sql \(Self.misnamed)"),
        (["0001_A b.sql"], "migration 0001_A b.sql \(Self.misnamed)"),
        (["0001.sql"], "migration 0001.sql \(Self.misnamed)"),
    ])
    func `gaps, repeated numbers and malformed names are refused`(files: [String], problem: String) throws {
        for file in files { try write([file: "SELECT 1;"]) }

        #expect(try self.problem() == problem)
    }

    @Test func `of several nodes that start at the same time, one migrates and all continue`() throws {
        try write(["0001_a.sql": "CREATE TABLE a (); SELECT pg_sleep(0.3);", "0002_b.sql": "CREATE TABLE b ();"])
        let applied = Mutex<[[String]]>([])

        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do {
                let names = try migrate()
                applied.withLock { $0.append(names) }
            } catch { Issue.record(error) }
        }

        #expect(applied.withLock { $0.sorted { $0.count > $1.count } } == [["0001_a", "0002_b"], [], [], []])
    }
}

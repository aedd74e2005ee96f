import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Transactions") struct TransactionTests {
    let database: TestDatabase

    struct Refused: Error {}

    init() throws {
        database = try TestDatabase.make(migrated: false)
        try database.pool.withConnection { try $0.execute("CREATE TABLE t (n bigint CONSTRAINT t_pkey PRIMARY KEY)") }
    }

    private func numbers() throws -> [Int] {
        try database.pool.withConnection { connection in
            try connection.query("SELECT n FROM t ORDER BY n").map { try $0["n", as: Int.self] }
        }
    }

    @Test func `a transaction whose body returns is committed, and one whose body throws is rolled back`() throws {
        try database.pool.transaction { try $0.execute("INSERT INTO t VALUES (\(1))") }
        #expect(throws: Refused.self) {
            try database.pool.transaction { connection in
                try connection.execute("INSERT INTO t VALUES (\(2))")
                throw Refused()
            }
        }

        #expect(try numbers() == [1])
    }

    @Test func `a transaction whose error was ignored is not reported as committed`() throws {
        let error = try #require(throws: PostgreSQLError.self) {
            try database.pool.transaction { connection in
                try connection.execute("INSERT INTO t VALUES (\(1))")
                do { try connection.execute("INSERT INTO t VALUES (\(1))") } catch {}
            }
        }

        #expect(error.sqlState == .failedTransaction)
        #expect(!error.isCommitUnknown)
        #expect(try numbers() == [])
    }

    @Test func `a violated deferred constraint is reported, and the transaction is rolled back`() throws {
        let connection = try database.connect()
        try connection.execute("CREATE TABLE d (n bigint CONSTRAINT d_n_key UNIQUE DEFERRABLE INITIALLY DEFERRED)")

        let error = try #require(throws: PostgreSQLError.self) {
            try connection.transaction { try $0.execute("INSERT INTO d VALUES (1), (1)") }
        }

        #expect(error.constraint == "d_n_key")
        #expect(!error.isCommitUnknown)
        #expect(!connection.isInTransaction)
        #expect(try connection.query("SELECT FROM d").isEmpty)
    }

    @Test func `a nested transaction is refused, and the outer one continues`() throws {
        try database.pool.transaction { connection in
            try connection.execute("INSERT INTO t VALUES (\(1))")
            #expect(throws: PostgreSQLError.self) { try connection.transaction { _ in } }
        }

        #expect(try numbers() == [1])
    }

    @Test func `a transaction whose connection is lost before the commit is certainly rolled back`() throws {
        let connection = try database.connect()
        let error = try #require(throws: PostgreSQLError.self) {
            try connection.transaction { connection in
                try connection.execute("INSERT INTO t VALUES (\(1))")
                try terminate(connection)
                try connection.execute("INSERT INTO t VALUES (\(2))")
            }
        }

        #expect(error.kind == .connectionLost)
        #expect(!error.isCommitUnknown)
        #expect(try numbers() == [])
    }

    @Test func `a connection lost at the commit leaves the outcome unknown`() throws {
        let connection = try database.connect()
        let error = try #require(throws: PostgreSQLError.self) {
            try connection.transaction { connection in
                try connection.execute("INSERT INTO t VALUES (\(1))")
                try terminate(connection)
            }
        }

        #expect(error.kind == .connectionLost)
        #expect(error.isCommitUnknown)
        #expect(connection.isBroken)
    }

    @Test func `a deadline that passes at the commit leaves the outcome unknown`() throws {
        let connection = try database.connect()
        try connection.execute(
            "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END'"
        )
        try connection.execute(
            """
            CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION slow()
            """)
        let error = try #require(throws: PostgreSQLError.self) {
            try connection.transaction { connection in
                try connection.execute("INSERT INTO t VALUES (\(1))")
                connection.deadline = .milliseconds(200)
            }
        }

        #expect(error.kind == .timeout)
        #expect(error.isCommitUnknown)
        #expect(try numbers() == [])
    }

    @Test(.enabled(if: TestServer.isOurs, "would stop every other commit on a server that is shared"))
    func `a commit without its synchronous standby is not reported as done`() throws {
        let connection = try database.connect()
        try connection.execute("SET synchronous_commit = on")
        let process = connection.serverProcessID
        let name = "application-\(process)"
        try connection.execute("SELECT set_config('application_name', \(name), false)")
        try withMissingStandby {
            let canceller = Thread { [database] in
                try? waitUntil("the commit waits for the standby") {
                    try database.pool.withConnection { other in
                        try other.query(
                            """
                            SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                            WHERE pid = \(process)::integer AND wait_event = 'SyncRep'
                            """
                        ).count == 1
                    }
                }
            }
            canceller.start()

            // Commits do not wait for the standby until PostgreSQL's checkpointer has read the setting too.
            var number = 0
            try waitUntil("a commit is not reported as done") {
                number += 1
                do {
                    try connection.transaction { try $0.execute("INSERT INTO t VALUES (\(number))") }
                    return false
                } catch let error as PostgreSQLError {
                    #expect(error.kind == .unconfirmed)
                    #expect(error.isCommitUnknown)
                    return true
                }
            }
            // The server has committed nevertheless.
            #expect(try numbers() == Array(1...number))
        }
    }

    @Test func `a read-only transaction refuses a change`() throws {
        let error = try #require(throws: PostgreSQLError.self) {
            try database.pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
                try connection.execute("INSERT INTO t VALUES (\(1))")
            }
        }

        #expect(error.sqlState == .readOnlyTransaction)
    }

    private func terminate(_ connection: Connection) throws {
        let process = connection.serverProcessID
        try database.pool.withConnection { try $0.execute("SELECT pg_terminate_backend(\(process)::integer, 10000)") }
    }

    /// Makes the server wait for a standby that does not exist. Sessions of other tests do not wait, because their
    /// `synchronous_commit` is off.
    private func withMissingStandby(_ body: () throws -> Void) throws {
        let administrator = try Connection(TestServer.administrator(), deadline: .seconds(30))
        try administrator.execute("SET synchronous_commit = off")
        func set(_ names: SQL) throws {
            try administrator.execute(names)
            try administrator.execute("SELECT pg_reload_conf()")
        }
        try set("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        defer { try? set("ALTER SYSTEM RESET synchronous_standby_names") }
        try waitUntil("the setting is active") {
            try administrator.query(
                "SELECT FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = 'nobody'"
            ).count == 1
        }
        try body()
    }
}

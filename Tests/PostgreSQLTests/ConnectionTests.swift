import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Connections") struct ConnectionTests {
    let database: TestDatabase

    init() throws { database = try TestDatabase.make(migrated: false) }

    @Test func `an address is read from a URL and described without its password`() throws {
        let info = try ConnectionInfo(url: "postgresql://ana:s%40cret@db.example:5433/galley?sslmode=require")

        #expect(info.parameters["user"] == "ana")
        #expect(info.parameters["password"] == "s@cret")
        #expect(info.parameters["port"] == "5433")
        #expect("\(info)" == "user=ana host=db.example port=5433 dbname=galley sslmode=require")
        #expect(!String(reflecting: info).contains("s@cret"))
    }

    @Test(arguments: ["", "host=db.example user=ana password='a b'"])
    func `pairs of keywords and values are an address too`(text: String) throws {
        #expect(try ConnectionInfo(url: text).parameters["password"] == (text.isEmpty ? nil : "a b"))
    }

    @Test(arguments: ["postgresql://ana:secret@[::1", "secret", "postgresql://h/d?nonsense=secret"])
    func `an invalid address is refused without repeating it`(text: String) throws {
        let error = try #require(throws: PostgreSQLError.self) { try ConnectionInfo(url: text) }

        #expect(error.kind == .usage)
        #expect(!String(reflecting: error).contains("secret"))
    }

    @Test func `a refused connection throws an error of kind connectionFailed`() throws {
        let error = try #require(throws: PostgreSQLError.self) {
            try Connection(ConnectionInfo(parameters: ["host": "/nonexistent", "dbname": "x"]))
        }

        #expect(error.kind == .connectionFailed)
        #expect(error.isTransient)
    }

    @Test func `a server that accepts but never answers leads to a timeout`() throws {
        let silent = try SilentServer()
        let info = ConnectionInfo(parameters: ["host": "127.0.0.1", "port": "\(silent.port)", "sslmode": "disable"])

        let error = try #require(throws: PostgreSQLError.self) {
            try Connection(info, deadline: .milliseconds(300))
        }

        #expect(error.kind == .timeout)
    }

    @Test func `of several hosts a silent one does not keep the next from being reached`() throws {
        let silent = try SilentServer()
        var info = database.info
        let (host, port) = (info.parameters["host"] ?? "", info.parameters["port"] ?? "5432")
        info.parameters["host"] = "127.0.0.1,/nonexistent,\(host)"
        info.parameters["port"] = "\(silent.port),5432,\(port)"

        let connection = try Connection(info, deadline: .seconds(3))

        #expect(try connection.query("SELECT 1").count == 1)
    }

    @Test func `a statement past its deadline closes the connection and its server process ends`() throws {
        let connection = try database.connect()
        let process = connection.serverProcessID
        connection.deadline = .milliseconds(200)

        let error = try #require(throws: PostgreSQLError.self) { try connection.query("SELECT pg_sleep(600)") }

        #expect(error.kind == .timeout)
        #expect(error.isCommitUnknown)
        #expect(connection.isBroken)
        try database.pool.withConnection { other in
            try waitUntil("the server process has gone") {
                try other.query("SELECT FROM pg_stat_activity WHERE pid = \(process)::integer").isEmpty
            }
        }
    }

    @Test(
        arguments: [
            "SELECT n FROM t WHERE n = 1 FOR UPDATE", "SELECT pg_advisory_xact_lock(7)", "INSERT INTO t VALUES (2)",
        ] as [SQL])
    func `a wait for a lock ends before the deadline, and the connection stays usable`(statement: SQL) throws {
        let holder = try database.connect()
        try holder.execute("CREATE TABLE t (n bigint CONSTRAINT t_pkey PRIMARY KEY)")
        try holder.execute("INSERT INTO t VALUES (1)")
        let connection = try Connection(database.info, deadline: .seconds(3))

        let error = try holder.transaction { holder -> PostgreSQLError in
            try holder.execute("UPDATE t SET n = n")
            try holder.execute("SELECT pg_advisory_xact_lock(7)")
            try holder.execute("INSERT INTO t VALUES (2)")
            return try #require(throws: PostgreSQLError.self) { try connection.execute(statement) }
        }

        #expect(error.sqlState == .lockNotAvailable)
        #expect(error.isTransient && !error.isAway)
        #expect(try connection.query("SELECT 1").count == 1)
    }

    @Test func `the limit of a transaction's lock waits follows its deadline`() throws {
        let holder = try database.connect()
        let connection = try Connection(database.info, deadline: .seconds(30))
        func limit() throws -> String? {
            try connection.query("SELECT current_setting('lock_timeout') AS wait").first?["wait", as: String.self]
        }

        let error = try holder.transaction { holder -> PostgreSQLError in
            try holder.execute("SELECT pg_advisory_xact_lock(7)")
            return try #require(throws: PostgreSQLError.self) {
                try connection.withDeadline(.seconds(3)) { connection in
                    try connection.transaction { try $0.execute("SELECT pg_advisory_xact_lock(7)") }
                }
            }
        }

        #expect(error.sqlState == .lockNotAvailable)
        #expect(try limit() == "24s")
        let longer = try connection.withDeadline(.seconds(100)) { try $0.transaction { _ in try limit() } }
        #expect(longer == "80s")
        #expect(try connection.transaction { _ in try limit() } == "24s")
    }

    @Test func `a broken connection stays broken`() throws {
        let connection = try database.connect()
        try terminate(connection)

        let first = try #require(throws: PostgreSQLError.self) { try connection.query("SELECT 1") }
        let second = try #require(throws: PostgreSQLError.self) { try connection.query("SELECT 1") }

        #expect(first.kind == .connectionLost)
        #expect(first.sqlState == .adminShutdown)
        #expect(second.kind == .connectionLost)
        #expect(connection.isBroken)
        connection.close()
        connection.close()
    }

    @Test func `large values are sent and received`() throws {
        let connection = try database.connect()
        let bytes = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

        let row = try #require(try connection.query("SELECT \(bytes) AS bytes, length(\(bytes)) AS length").first)

        #expect(try row["bytes", as: [UInt8].self] == bytes)
        #expect(try row["length", as: Int.self] == bytes.count)
    }

    @Test func `a notification reaches only listeners`() throws {
        let listener = try database.connect()
        let deaf = try database.connect()
        try listener.listen("galley release")
        try database.pool.withConnection { try $0.execute("SELECT pg_notify('galley release', '42')") }

        let received = try listener.notifications(waiting: .seconds(30))

        #expect(received.map(\.payload) == ["42"])
        #expect(received.map(\.channel) == ["galley release"])
        #expect(try listener.notifications(waiting: .zero) == [])
        #expect(try deaf.notifications(waiting: .zero) == [])
    }

    @Test func `listening on a lost connection throws an error of kind connectionLost`() throws {
        let listener = try database.connect()
        try listener.listen("galley_release")
        try terminate(listener)

        let error = try #require(throws: PostgreSQLError.self) {
            while true { _ = try listener.notifications(waiting: .seconds(30)) }
        }

        #expect(error.kind == .connectionLost)
    }

    private func terminate(_ connection: Connection) throws {
        let process = connection.serverProcessID
        try database.pool.withConnection { try $0.execute("SELECT pg_terminate_backend(\(process)::integer, 10000)") }
    }
}

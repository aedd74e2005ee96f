import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Statements and rows") struct StatementTests {
    let connection: Connection

    init() throws { connection = try TestDatabase.make(migrated: false).connect() }

    private func roundTrip<Value: SQLEncodable & SQLDecodable>(_ value: Value) throws -> Value {
        let rows = try connection.query("SELECT \(value) AS value")
        return try #require(rows.first)["value", as: Value.self]
    }

    @Test(arguments: ["", "a", "'; DROP TABLE feature; --", "$1", "Привет, دنیا 🎉", "e\u{301}", "\u{1}\n\t\\"])
    func `text comes back as it was bound`(text: String) throws {
        #expect(Array(try roundTrip(text).utf8) == Array(text.utf8))
    }

    @Test(arguments: [0, 1, -1, .max, .min, 4_294_967_296])
    func `integers come back as they were bound`(number: Int) throws {
        #expect(try roundTrip(number) == number)
    }

    @Test(arguments: [0, 1, 256, 300_000])
    func `bytes come back as they were bound`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try roundTrip(bytes) == bytes)
    }

    @Test func `booleans, floating-point numbers and UUIDs come back as they were bound`() throws {
        let id = UUID()

        #expect(try roundTrip(true))
        #expect(try !roundTrip(false))
        #expect(try roundTrip(-0.1) == -0.1)
        #expect(try roundTrip(Double.infinity) == .infinity)
        #expect(try roundTrip(id) == id)
    }

    @Test(arguments: [-62_135_596_800.0, 0, 1_765_432_100.123456, 253_402_300_799])
    func `dates come back with microsecond precision`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)

        #expect(abs(try roundTrip(date).timeIntervalSince(date)) < 0.000_001)
    }

    @Test func `dates denote the same time as on the server`() throws {
        let rows = try connection.query(
            "SELECT '2026-02-03 04:05:06.789+00'::timestamptz AS then, \(Date(timeIntervalSince1970: 0))::text AS epoch"
        )
        let row = try #require(rows.first)

        #expect(try row["then", as: Date.self] == Date(timeIntervalSince1970: 1_770_091_506.789))
        #expect(try row["epoch", as: String.self].hasPrefix("1970-01-01 00:00:00"))
    }

    @Test func `NULL is read as nil of every type`() throws {
        #expect(try roundTrip(String?.none) == nil)
        #expect(try roundTrip(Int?.none) == nil)
        #expect(try roundTrip([UInt8]?.none) == nil)
        #expect(try roundTrip(Date?.none) == nil)
        #expect(try roundTrip([String]?.none) == nil)
        #expect(try roundTrip(Int?.some(3)) == 3)
    }

    @Test func `arrays come back with their elements, empty ones and NULLs too`() throws {
        #expect(try roundTrip(["a", "", "{\"b\",c}"]) == ["a", "", "{\"b\",c}"])
        #expect(try roundTrip([String]()) == [])
        #expect(try roundTrip([1, -2, 3]) == [1, -2, 3])
        #expect(try roundTrip([Int?.some(1), nil]) == [1, nil])
        #expect(try roundTrip([[1, 2], [], [255]] as [[UInt8]]) == [[1, 2], [], [255]])
        #expect(try roundTrip([true, false]) == [true, false])
    }

    @Test(arguments: [
        ("0", "0"), ("-12.50", "-12.50"), ("0.0001", "0.0001"), ("0.00012", "0.00012"), ("10000", "10000"),
        ("123456789012345678901234567890.123", "123456789012345678901234567890.123"), ("100000000", "100000000"),
        ("-0.5", "-0.5"), ("20000.00002", "20000.00002"),
    ])
    func `numeric is read as it is written`(written: String, read: String) throws {
        let rows = try connection.query("SELECT \(written)::numeric AS value, \(written)::numeric::text AS text")
        let row = try #require(rows.first)

        #expect(try row["value", as: String.self] == read)
        #expect(try row["text", as: String.self] == read)
    }

    @Test func `sums, counts, names, JSON and enumerations are read`() throws {
        try connection.execute("CREATE TYPE color AS ENUM ('red', 'green')")
        let rows = try connection.query(
            """
            SELECT sum(n) AS sum, count(*) AS count, 'green'::color AS color, '{"a": 1}'::jsonb AS json,
                'x'::name AS name, 7::smallint AS small, 2.5::real AS real
            FROM (VALUES (1::bigint), (2)) AS v(n)
            """)
        let row = try #require(rows.first)

        #expect(try row["sum", as: Int.self] == 3)
        #expect(try row["count", as: Int.self] == 2)
        #expect(try row["color", as: String.self] == "green")
        #expect(try row["json", as: String.self] == "{\"a\": 1}")
        #expect(try row["name", as: String.self] == "x")
        #expect(try row["small", as: Int.self] == 7)
        #expect(try row["real", as: Double.self] == 2.5)
    }

    enum Color: String, SQLEncodable, SQLDecodable { case red, green }

    @Test func `an enumeration is bound and read by its raw value`() throws {
        #expect(try roundTrip(Color.green) == .green)
        let row = try #require(try connection.query("SELECT 'blue' AS color").first)
        #expect(throws: PostgreSQLError.self) { try row["color", as: Color.self] }
    }

    @Test func `reading a wrong column or type throws an error that says so`() throws {
        let row = try #require(try connection.query("SELECT 1 AS one, NULL::text AS nothing, 1.5 AS fraction").first)

        func message(_ body: () throws(PostgreSQLError) -> Void) -> String? {
            do throws(PostgreSQLError) { try body() } catch { return error.kind == .decoding ? error.message : nil }
            return nil
        }
        #expect(message { () throws(PostgreSQLError) in _ = try row["two", as: Int.self] } == "there is no column two")
        #expect(
            message { () throws(PostgreSQLError) in _ = try row["one", as: String.self] }
                == "column one is integer, not String")
        #expect(
            message { () throws(PostgreSQLError) in _ = try row["nothing", as: String.self] }
                == "column nothing is NULL, not String")
        #expect(
            message { () throws(PostgreSQLError) in _ = try row["fraction", as: Int.self] }
                == "column fraction is numeric, not Int")
    }

    @Test func `parts of a statement are inserted with their bindings, and identifiers are quoted`() throws {
        let name = "odd \" name"
        try connection.execute("CREATE TABLE \(identifier: name) (a bigint, b text)")
        try connection.execute("INSERT INTO \(identifier: name) VALUES (\(1), \("x")), (\(2), \("y"))")
        let condition: SQL = "b = \("y")"

        let rows = try connection.query("SELECT a FROM \(identifier: name) WHERE a > \(0) AND \(condition)")

        #expect(try rows.map { try $0["a", as: Int.self] } == [2])
    }

    @Test func `the number of changed rows is returned`() throws {
        try connection.execute("CREATE TABLE t (n bigint)")

        #expect(try connection.execute("INSERT INTO t SELECT generate_series(1, \(5))") == 5)
        #expect(try connection.execute("UPDATE t SET n = n + 1 WHERE n > \(3)") == 2)
        #expect(try connection.execute("DELETE FROM t WHERE n = \(77)") == 0)
    }

    @Test func `a violated constraint is reported by its name, and the error's description contains no value`() throws {
        try connection.execute("CREATE TABLE t (n text CONSTRAINT t_n_key UNIQUE)")
        try connection.execute("INSERT INTO t VALUES (\("secret"))")

        let error = try #require(throws: PostgreSQLError.self) {
            try connection.execute("INSERT INTO t VALUES (\("secret"))")
        }

        #expect(error.kind == .server)
        #expect(error.sqlState == .uniqueViolation)
        #expect(error.constraint == "t_n_key")
        #expect(!error.isCommitUnknown)
        #expect("\(error)" == "database error: statement refused, SQLSTATE 23505, constraint t_n_key")
        #expect(error.localizedDescription.contains("secret") == false)
        #expect(String(reflecting: error).contains("secret"))
        #expect(try connection.query("SELECT 1").count == 1)
    }

    @Test func `text with a zero byte is refused by the server, and the connection stays usable`() throws {
        #expect(throws: PostgreSQLError.self) { try connection.query("SELECT \("a\u{0}b")") }
        #expect(try connection.query("SELECT 1").count == 1)
    }

    @Test func `COPY is refused instead of waiting for ever`() throws {
        #expect(throws: PostgreSQLError.self) { try connection.execute("COPY (SELECT 1) TO STDOUT") }
        #expect(connection.isBroken)
    }
}

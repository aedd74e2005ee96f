import Foundation
import PostgreSQL
import TestSupport
import Testing

/// Kills PostgreSQL repeatedly while rows are committed, then looks for each acknowledged row.
@Suite("Crashes of PostgreSQL", .serialized) struct CrashTests {
    /// The numbers of rows: acknowledged, acknowledged but lost, with an unknown outcome, of these stored, and stored
    /// in only one of the two tables.
    struct Tally {
        var acknowledged = 0
        var lost = 0
        var unknown = 0
        var unknownButThere = 0
        var halves = 0
    }

    /// The number of kills: five, or a thousand with `GALLEY_LONG_TESTS=1`.
    static let cycles = ProcessInfo.processInfo.environment["GALLEY_LONG_TESTS"] == "1" ? 1_000 : 5

    let directory: String

    init() throws { directory = try TestServer.makeDirectory() }

    @Test func `no acknowledged row is lost, and no transaction is stored in part`() throws {
        let tally = try run(cycles: Self.cycles, session: "SET synchronous_commit = on")

        print("kills of PostgreSQL: \(Self.cycles), \(tally)")
        #expect(tally.acknowledged > 0)
        #expect(tally.lost == 0)
        #expect(tally.halves == 0)
    }

    @Test func `commits that do not wait for the disk are lost, so the test of acknowledged rows can fail`() throws {
        let tally = try run(cycles: 2, session: "SET synchronous_commit = off")

        #expect(tally.acknowledged > 0)
        #expect(tally.lost > 0)
    }

    private func run(cycles: Int, session: SQL) throws -> Tally {
        let cluster = PrivateCluster(dataDirectory: directory)
        let info = try cluster.start()
        defer { cluster.stop() }
        try createTables(info)
        var tally = Tally()
        var number = 0
        for cycle in 1...cycles {
            let before = cluster.processID
            let connection = try Connection(info, deadline: .seconds(30))
            try connection.execute(session)
            var acknowledged: [Int] = []
            var unknown: Int?
            let killer = Killer(data: directory + "/postgres", after: .milliseconds(50 + 37 * (cycle % 10)))
            while true {
                number += 1
                do {
                    try insert(number, connection)
                    acknowledged.append(number)
                } catch let error as PostgreSQLError where error.kind == .connectionLost {
                    if error.isCommitUnknown { unknown = number }
                    break
                }
            }
            killer.wait()
            try waitUntil("PostgreSQL runs again") { cluster.isRunning && cluster.processID != before }
            try count(&tally, acknowledged: acknowledged, unknown: unknown, info)
        }
        return tally
    }

    private func createTables(_ info: ConnectionInfo) throws {
        let connection = try Connection(info, deadline: .seconds(30))
        try connection.execute("CREATE TABLE first (n bigint PRIMARY KEY)")
        try connection.execute("CREATE TABLE second (n bigint PRIMARY KEY)")
        // For the test of lost commits: changes that are not forced to disk at commit stay in memory for a long time.
        let administrator = try Connection(info.ofSuperuser, deadline: .seconds(30))
        try administrator.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        try administrator.execute("SELECT pg_reload_conf()")
    }

    private func insert(_ number: Int, _ connection: Connection) throws {
        try connection.transaction { connection in
            try connection.execute("INSERT INTO first VALUES (\(number))")
            try connection.execute("INSERT INTO second VALUES (\(number))")
        }
    }

    private func count(
        _ tally: inout Tally, acknowledged: [Int], unknown: Int?, _ info: ConnectionInfo
    ) throws {
        let connection = try Connection(info, deadline: .seconds(30))
        func numbers(_ sql: SQL) throws -> Set<Int> { Set(try connection.query(sql).map { try $0[0, as: Int.self] }) }
        let first = try numbers("SELECT n FROM first")
        let second = try numbers("SELECT n FROM second")
        tally.acknowledged += acknowledged.count
        tally.lost += acknowledged.count { !first.contains($0) || !second.contains($0) }
        tally.halves += first.symmetricDifference(second).count
        if let unknown {
            tally.unknown += 1
            if first.contains(unknown) { tally.unknownButThere += 1 }
        }
    }
}

/// Kills all of PostgreSQL after a delay, on a thread of its own.
private final class Killer: Sendable {
    private let done = DispatchSemaphore(value: 0)

    init(data: String, after delay: Duration) {
        let microseconds = useconds_t(delay.components.attoseconds / 1_000_000_000_000)
        let done = done
        Thread.detachNewThread {
            usleep(microseconds)
            ClusterProcesses.killAll(of: data)
            done.signal()
        }
    }

    func wait() { done.wait() }
}

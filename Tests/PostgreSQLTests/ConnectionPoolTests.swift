import Foundation
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite("The connection pool") struct ConnectionPoolTests {
    let database: TestDatabase

    init() throws { database = try TestDatabase.make(migrated: false) }

    private func pool(size: Int, patience: Duration = .seconds(30)) -> ConnectionPool {
        ConnectionPool(database.info, size: size, deadline: .seconds(30), patience: patience)
    }

    @Test func `a returned connection is used again`() throws {
        let pool = pool(size: 3)

        let processes = try (0..<5).map { _ in try pool.withConnection { $0.serverProcessID } }

        #expect(Set(processes).count == 1)
    }

    @Test func `a transaction that the server ended because of a deadlock is run again`() throws {
        let pool = pool(size: 2)
        let runs = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            do {
                try ConnectionPool.retrying {
                    let isFirst = runs.withLock { runs in
                        runs += 1
                        return runs <= 2
                    }
                    try pool.transaction { connection in
                        try connection.execute("SELECT pg_advisory_xact_lock(\(number))")
                        // Each transaction holds one lock before it asks for the other's.
                        if isFirst {
                            while try connection.query(
                                "SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = \(1 - number)"
                            ).isEmpty {}
                        }
                        try connection.execute("SELECT pg_advisory_xact_lock(\(1 - number))")
                    }
                }
            } catch { Issue.record(error) }
        }
        #expect(runs.withLock { $0 } == 3)
    }

    @Test func `a pool has at most its size of connections, and a waiting thread gets a returned one`() throws {
        let pool = pool(size: 2)
        let inUse = Mutex((now: 0, most: 0, processes: Set<Int>()))
        DispatchQueue.concurrentPerform(iterations: 12) { _ in
            do {
                try pool.withConnection { connection in
                    inUse.withLock { state in
                        state.now += 1
                        state.most = max(state.most, state.now)
                        state.processes.insert(connection.serverProcessID)
                    }
                    defer { inUse.withLock { $0.now -= 1 } }
                    _ = try connection.query("SELECT pg_sleep(0.02)")
                }
            } catch { Issue.record(error) }
        }

        let (now, most, processes) = inUse.withLock { $0 }
        #expect(now == 0)
        #expect(most <= 2)
        #expect(processes.count <= 2)
    }

    @Test func `waiting too long throws an error that all connections are in use`() throws {
        let pool = pool(size: 1, patience: .milliseconds(50))

        try pool.withConnection { _ in
            let error = try #require(throws: PostgreSQLError.self) { try pool.withConnection { _ in } }
            #expect(error.kind == .poolExhausted)
        }
        #expect(try pool.withConnection { try $0.query("SELECT 1").count } == 1)
    }

    @Test func `a connection that the server closed while it was idle is replaced unnoticed`() throws {
        let pool = pool(size: 2)
        let process = try pool.withConnection { $0.serverProcessID }
        try terminate(process)

        let other = try pool.withConnection { connection in
            try connection.execute("SELECT 1")
            return connection.serverProcessID
        }

        #expect(other != process)
    }

    @Test func `a connection that breaks in use is not lent again`() throws {
        let pool = pool(size: 1)
        #expect(throws: PostgreSQLError.self) {
            try pool.withConnection { connection in
                try terminate(connection.serverProcessID)
                try connection.execute("SELECT 1")
            }
        }

        #expect(try pool.withConnection { try $0.query("SELECT 1").count } == 1)
    }

    @Test func `a transaction left open is rolled back before the next one gets the connection`() throws {
        let pool = pool(size: 1)
        try pool.withConnection { connection in
            try connection.execute("BEGIN")
            try connection.execute("CREATE TABLE left_open (n bigint)")
            connection.deadline = .milliseconds(1)
        }

        try pool.withConnection { connection in
            #expect(!connection.isInTransaction)
            #expect(connection.deadline == .seconds(30))
            let tables = try connection.query("SELECT FROM pg_class WHERE relname = 'left_open'")
            #expect(tables.isEmpty)
        }
    }

    @Test func `a pool without a server throws a connection error each time and never runs out of connections`() throws
    {
        let nowhere = ConnectionPool(ConnectionInfo(parameters: ["host": "/nonexistent"]), size: 1)

        for _ in 0..<3 {
            let error = try #require(throws: PostgreSQLError.self) { try nowhere.withConnection { _ in } }
            #expect(error.kind == .connectionFailed)
        }
    }

    private func terminate(_ process: Int) throws {
        try database.pool.withConnection { try $0.execute("SELECT pg_terminate_backend(\(process)::integer, 10000)") }
    }
}

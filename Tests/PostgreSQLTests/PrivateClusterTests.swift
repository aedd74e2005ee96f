import Foundation
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite("The private cluster") struct PrivateClusterTests {
    let directory: String

    init() throws { directory = try TestServer.makeDirectory() }

    private var data: String { directory + "/postgres" }

    private func cluster(report: @escaping @Sendable (PrivateCluster.Event) -> Void = { _ in }) -> PrivateCluster {
        PrivateCluster(dataDirectory: directory, durability: .none, report: report)
    }

    private func failure(of cluster: PrivateCluster) throws -> PrivateClusterError {
        try #require(throws: PrivateClusterError.self) { _ = try cluster.start() }
    }

    private func value(_ sql: SQL, _ info: ConnectionInfo) throws -> String {
        let connection = try Connection(info, deadline: .seconds(30))
        return try #require(try connection.query(sql).first)[0]
    }

    @Test func `a cluster is created with checksums and UTF-8, listens on its socket only and is not root's`() throws {
        let cluster = cluster()
        let info = try cluster.start()
        defer { cluster.stop() }

        #expect(try value("SHOW data_checksums", info) == "on")
        #expect(try value("SHOW server_encoding", info) == "UTF8")
        #expect(try value("SHOW listen_addresses", info) == "")
        #expect(try value("SELECT current_database() || ' ' || current_user", info) == "galley galley")
        #expect(try value("SELECT ('Z' < 'a' AND 'z' < 'ö' AND upper('ж') = 'Ж')::text", info) == "true")
        let owner = try FileManager.default.attributesOfItem(atPath: data)
        #expect(owner[.posixPermissions] as? Int == 0o700)
        #expect(owner[.ownerAccountName] as? String != "root")
        let socket = try FileManager.default.attributesOfItem(atPath: try #require(info.parameters["host"]))
        #expect(socket[.posixPermissions] as? Int == 0o700)
    }

    @Test func `a leftover directory that another process removes meanwhile does not prevent a creation`() throws {
        let left = directory + "/postgres.new-left"
        for folder in 0..<200 {
            try FileManager.default.createDirectory(
                atPath: "\(left)/\(folder)", withIntermediateDirectories: true)
            for file in 0..<10 { try Data().write(to: URL(fileURLWithPath: "\(left)/\(folder)/\(file)")) }
        }
        let other = try Process.run(URL(fileURLWithPath: "/bin/rm"), arguments: ["-rf", left])
        let cluster = cluster()
        _ = try cluster.start()
        cluster.stop()
        other.waitUntilExit()
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    @Test func `in full durability every commit is on disk before it is answered`() throws {
        let cluster = PrivateCluster(dataDirectory: directory)
        let info = try cluster.start()
        defer { cluster.stop() }

        for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
            #expect(try value("SELECT current_setting(\(setting))", info) == "on")
        }
    }

    @Test func `a cluster stops cleanly with a transaction open and starts again with its data`() throws {
        let cluster = cluster()
        let info = try cluster.start()
        let connection = try Connection(info, deadline: .seconds(30))
        try connection.execute("CREATE TABLE t AS SELECT 1 AS n")
        try connection.execute("BEGIN")
        try connection.execute("INSERT INTO t VALUES (2)")

        cluster.stop()

        #expect(!cluster.isRunning)
        #expect(cluster.processID == nil)
        #expect(ClusterProcesses.all(of: data) == [])
        #expect(PrivateCluster.connectionInfo(of: directory) == nil)
        cluster.stop()

        let again = try cluster.start()
        defer { cluster.stop() }
        #expect(try value("SELECT count(*)::text FROM t", again) == "1")
    }

    @Test func `another process finds the connection info while the cluster runs`() throws {
        let cluster = cluster()
        let info = try cluster.start()

        #expect(PrivateCluster.connectionInfo(of: directory) == info)
        #expect(
            PrivateCluster.connectionInfo(of: directory + "/../" + (directory as NSString).lastPathComponent) == info)
        #expect(PrivateCluster.connectionInfo(of: "/nonexistent") == nil)
        cluster.stop()
        #expect(PrivateCluster.connectionInfo(of: directory) == nil)
    }

    @Test func `a second cluster in the same directory is refused, and the first keeps running`() throws {
        let first = cluster()
        let info = try first.start()
        defer { first.stop() }

        let error = try failure(of: cluster())

        #expect(error.kind == .inUse)
        #expect(error.message == "another Galley (process \(getpid())) is using \(directory)")
        #expect(try value("SELECT 'here'", info) == "here")
    }

    @Test func `a killed cluster is restarted automatically, with all committed data`() throws {
        let events = Mutex<[PrivateCluster.Event]>([])
        let cluster = PrivateCluster(dataDirectory: directory) { event in events.withLock { $0.append(event) } }
        let info = try cluster.start()
        defer { cluster.stop() }
        try Connection(info, deadline: .seconds(30)).execute("CREATE TABLE t AS SELECT 1 AS n")
        let killed = try #require(cluster.processID)

        kill(killed, SIGKILL)

        try waitUntil("PostgreSQL runs again") { cluster.isRunning && cluster.processID != killed }
        #expect(try value("SELECT count(*)::text FROM t", info) == "1")
        let process = try #require(cluster.processID)
        try waitUntil("both events are reported") { events.withLock { $0.count } == 2 }
        #expect(events.withLock { $0 } == [.ended("signal 9"), .restarted(processID: process)])
    }

    @Test func `a killed server process is replaced without a restart`() throws {
        let cluster = cluster()
        let info = try cluster.start()
        defer { cluster.stop() }
        let connection = try Connection(info, deadline: .seconds(30))
        let process = cluster.processID

        kill(pid_t(connection.serverProcessID), SIGKILL)

        #expect(throws: PostgreSQLError.self) { while true { try connection.execute("SELECT 1") } }
        try waitUntil("PostgreSQL accepts connections") { (try? value("SELECT ''", info)) != nil }
        #expect(cluster.processID == process)
    }

    @Test func `a PostgreSQL whose Galley was killed is ended and replaced`() throws {
        let first = cluster()
        let info = try first.start()
        try Connection(info, deadline: .seconds(30)).execute("CREATE TABLE t AS SELECT 1 AS n")
        first.stop()
        let orphan = try startWithoutGalley()

        let second = cluster()
        let again = try second.start()
        defer { second.stop() }

        #expect(second.processID != orphan.processIdentifier)
        #expect(!ClusterProcesses.isAlive(orphan.processIdentifier))
        #expect(try value("SELECT count(*)::text FROM t", again) == "1")
    }

    @Test func `children of a killed PostgreSQL do not prevent a start`() throws {
        let first = cluster()
        _ = try first.start()
        first.stop()
        let orphan = try startWithoutGalley()
        let children = ClusterProcesses.all(of: data).filter { $0 != orphan.processIdentifier }
        for child in children { kill(child, SIGSTOP) }
        kill(orphan.processIdentifier, SIGKILL)

        let second = cluster()
        let again = try second.start()
        defer { second.stop() }

        #expect(!children.isEmpty)
        #expect(children.allSatisfy { !ClusterProcesses.isAlive($0) })
        #expect(try value("SELECT 'here'", again) == "here")
    }

    @Test func `a lock file that names a running process of another program does not prevent a start`() throws {
        let cluster = cluster()
        _ = try cluster.start()
        let file = data + "/postmaster.pid"
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        cluster.stop()
        let stale = (["\(getpid())"] + lines.dropFirst().map(String.init)).joined(separator: "\n") + "\n"
        try stale.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(PrivateCluster.connectionInfo(of: directory) == nil)

        let info = try cluster.start()
        defer { cluster.stop() }

        #expect(try value("SELECT 'here'", info) == "here")
    }

    @Test func `a creation that was interrupted is begun again`() throws {
        try FileManager.default.createDirectory(atPath: data + ".new/base", withIntermediateDirectories: true)

        let cluster = cluster()
        let info = try cluster.start()
        defer { cluster.stop() }

        #expect(try value("SELECT 'here'", info) == "here")
        #expect(!FileManager.default.fileExists(atPath: data + ".new"))
    }

    @Test func `a directory that is not a cluster is not changed`() throws {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try "mine".write(toFile: data + "/notes", atomically: true, encoding: .utf8)
        if geteuid() == 0 { chown(data, 65_534, 65_534) }

        let error = try failure(of: cluster())

        #expect(
            error.message
                == "\(data) exists but is not a data directory of PostgreSQL; move it away or name another directory")
        #expect(try FileManager.default.contentsOfDirectory(atPath: data) == ["notes"])
    }

    @Test func `data of another major version is refused with both versions`() throws {
        let cluster = cluster()
        _ = try cluster.start()
        cluster.stop()
        for (major, problem) in [
            (99, "which is not installed (found: "), (14, "which is not supported (the oldest is 15): "),
        ] {
            try "\(major)\n".write(toFile: data + "/PG_VERSION", atomically: true, encoding: .utf8)

            let error = try failure(of: self.cluster())

            #expect(error.kind == .otherVersion)
            #expect(error.message.hasPrefix("\(data) was created by PostgreSQL \(major), \(problem)"))
        }
    }

    @Test func `a start that fails reports PostgreSQL's message`() throws {
        let cluster = cluster()
        _ = try cluster.start()
        cluster.stop()
        try "nonsense = on\n".write(toFile: data + "/postgresql.conf", atomically: false, encoding: .utf8)

        let error = try failure(of: cluster)

        #expect(error.message.contains("unrecognized configuration parameter \"nonsense\""))
        #expect(ClusterProcesses.all(of: data) == [])
    }

    @Test(arguments: [CaseText(String(repeating: "long-", count: 30)), "a,b \"quoted\" 'ж"])
    func `if the directory's path is not possible for a socket, the socket is elsewhere`(name: CaseText) throws {
        let cluster = PrivateCluster(dataDirectory: directory + "/" + name.text, durability: .none)
        let info = try cluster.start()
        let socket = try #require(info.parameters["host"])
        defer {
            cluster.stop()
            try? FileManager.default.removeItem(atPath: socket)
        }

        #expect(socket.hasPrefix("/tmp/galley-"))
        #expect(try value("SELECT 'here'", info) == "here")
        #expect(PrivateCluster.connectionInfo(of: directory + "/" + name.text) == info)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can have a directory that PostgreSQL cannot enter"))
    func `if only root can enter the directory, the data is elsewhere, with a link to it`() throws {
        let closed = directory + "/closed"
        try FileManager.default.createDirectory(atPath: closed + "/data", withIntermediateDirectories: true)
        chmod(closed, 0o700)
        let cluster = PrivateCluster(dataDirectory: closed + "/data", durability: .none)
        let info = try cluster.start()
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: closed + "/data/postgres")
        let place = (link as NSString).deletingLastPathComponent
        defer {
            cluster.stop()
            try? FileManager.default.removeItem(atPath: place)
        }

        #expect(place.hasPrefix("/var/lib/galley/"))
        #expect(try value("SELECT 'here'", info) == "here")
        #expect(PrivateCluster.connectionInfo(of: closed + "/data") == info)
        cluster.stop()
        #expect(try value("SELECT 'again'", try cluster.start()) == "again")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can run PostgreSQL as another account"))
    func `a cluster that root starts runs as the account that owns the data`() throws {
        let cluster = cluster()
        _ = try cluster.start()
        cluster.stop()
        let chown = Process()
        chown.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        chown.arguments = ["chown", "-R", "nobody:nogroup", directory]
        try chown.run()
        chown.waitUntilExit()

        let info = try cluster.start()
        defer { cluster.stop() }

        #expect(try value("SELECT 'here'", info) == "here")
        let process = try FileManager.default.attributesOfItem(atPath: "/proc/\(try #require(cluster.processID))")
        #expect(process[.ownerAccountName] as? String == "nobody")
    }

    /// Starts PostgreSQL on the data without a Galley, as a killed Galley leaves it.
    private func startWithoutGalley() throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let owner = try FileManager.default.attributesOfItem(atPath: data)
        let id = try #require(owner[.ownerAccountID] as? Int)
        let group = try #require(owner[.groupOwnerAccountID] as? Int)
        let prefix = geteuid() == 0 ? ["setpriv", "--reuid=\(id)", "--regid=\(group)", "--clear-groups"] : []
        process.arguments =
            prefix + [
                try Self.program(), "-D", data, "-c", "listen_addresses=", "-c",
                "unix_socket_directories=\(directory)/socket", "-c", "fsync=off",
            ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        try waitUntil("the PostgreSQL without a Galley is ready") {
            (try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8))?.contains("ready") ?? false
        }
        return process
    }

    private static func program() throws -> String {
        let parent = "/usr/lib/postgresql"
        let versions = try FileManager.default.contentsOfDirectory(atPath: parent).compactMap { Int($0) }
        return "\(parent)/\(try #require(versions.max()))/bin/postgres"
    }
}

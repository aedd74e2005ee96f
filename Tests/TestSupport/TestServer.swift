import Foundation
package import PostgreSQL
import Synchronization

/// The PostgreSQL server of a test run: the one that `TEST_DATABASE_URL` names, or else a private cluster, which is
/// stopped when the process ends.
package enum TestServer {
    /// Returns the connection info of a superuser, who creates the tests' databases.
    package static func administrator() throws -> ConnectionInfo { try server.get().administrator }

    /// Returns the connection info of the databases' owner; in a private cluster the owner is not a superuser, as in
    /// production.
    package static func owner() throws -> ConnectionInfo { try server.get().owner }

    /// True if the server is this process's private cluster.
    package static let isOurs = ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] == nil

    /// Creates a directory that is removed when this process ends; the directories of killed processes are removed by
    /// the next test run.
    package static func makeDirectory() throws -> String {
        let path = try directory.get() + "/" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        chmod(path, 0o755)
        return path
    }

    private static let parent = "/tmp/galley-tests"

    private static let server = Result<(administrator: ConnectionInfo, owner: ConnectionInfo), any Error> {
        if let url = ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] {
            let info = try ConnectionInfo(url: url)
            return (info, info)
        }
        let cluster = PrivateCluster(dataDirectory: try directory.get() + "/cluster", durability: .none)
        let owner = try cluster.start()
        running.withLock { $0 = cluster }
        return (owner.ofSuperuser, owner)
    }

    private static let running = Mutex<PrivateCluster?>(nil)

    private static let directory = Result<String, any Error> {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        // Any user of the machine may run tests.
        chmod(parent, 0o1777)
        removeStale()
        let path = parent + "/\(getpid())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        chmod(path, 0o755)
        atexit { TestServer.end() }
        return path
    }

    private static func end() {
        running.withLock { $0 }?.stop()
        if let path = try? directory.get() { remove(path) }
    }

    /// Removes a directory without waiting for the end of the removal, which takes a minute for the many files of the
    /// databases of a whole run.
    private static func remove(_ path: String) {
        let words = ["rm", "-rf", "--", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        if posix_spawn(&process, "/bin/rm", nil, nil, &arguments, nil) != 0 {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Stops the clusters and removes the directories of killed test runs.
    private static func removeStale() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
            guard let process = pid_t(name), process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) else {
                continue
            }
            let path = parent + "/" + name
            endPostgreSQL(in: path + "/cluster")
            remove(path)
        }
    }

    /// Stops the PostgreSQL server that a killed test run left running in a directory; immediately, because its data is
    /// not needed.
    private static func endPostgreSQL(in directory: String) {
        let data = directory + "/postgres"
        let lines = (try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8))?.split(separator: "\n")
        guard let process = lines?.first.flatMap({ pid_t($0) }), process > 0 else { return }
        func isRunning() -> Bool {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")) == data
        }
        // The process id may belong to another process by now.
        guard isRunning() else { return }
        kill(process, SIGQUIT)
        for _ in 0..<500 where isRunning() { usleep(20_000) }
    }
}

extension ConnectionInfo {
    /// The connection info of the superuser of the same private cluster.
    package var ofSuperuser: ConnectionInfo {
        var info = database("postgres")
        info.parameters["user"] = "postgres"
        return info
    }
}

import Foundation

/// The PostgreSQL processes that an earlier Galley left in a data directory.
///
/// After `kill -9` of Galley, PostgreSQL's main process, the postmaster, continues; after `kill -9` of the postmaster,
/// its children continue for a while and hold the shared memory. Both are ended, so that the next postmaster is always
/// a child of this process.
enum LeftoverProcesses {
    /// Ends the processes, cleanly if possible, and removes the lock files that they left. Waits for the postmaster for
    /// at most `patience` after each of three signals, the last of which is SIGKILL.
    static func end(data: String, socketDirectory: String, patience: Duration) throws(PrivateClusterError) {
        guard let home = Files.canonical(data) else { return }
        for signal in [SIGINT, SIGQUIT, SIGKILL] {
            let left = processes(workingIn: home)
            if left.isEmpty { break }
            if let postmaster = PostmasterFile(ofData: data)?.processID, left.contains(postmaster) {
                try send(signal, to: postmaster, data: data)
                wait(Deadline(in: patience)) { processes(workingIn: home).isEmpty }
            } else if signal != SIGINT {
                // SIGINT would only cancel the children's queries. Without a postmaster they cannot be ended cleanly;
                // the next start recovers the data as after a crash.
                for process in left { try send(signal, to: process, data: data) }
                wait(Deadline(in: .seconds(2))) { processes(workingIn: home).isEmpty }
            }
        }
        guard processes(workingIn: home).isEmpty else {
            throw PrivateClusterError(.failed, "an earlier PostgreSQL of \(data) does not end")
        }
        // PostgreSQL refuses to start while its lock file names a running process; by now, that number may belong to
        // any other program.
        unlink(PostmasterFile.path(inData: data))
        unlink(socketDirectory + "/.s.PGSQL.\(ClusterSettings.port).lock")
    }

    /// Returns true if the process is a PostgreSQL that runs in the data directory `home`, a path without symbolic
    /// links.
    static func isRunning(_ process: pid_t, in home: String) -> Bool {
        guard let directory = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd") else {
            return false
        }
        return directory == home && Files.text("/proc/\(process)/comm")?.hasPrefix("postgres") ?? false
    }

    private static func processes(workingIn home: String) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { isRunning($0, in: home) }
    }

    private static func send(_ signal: Int32, to process: pid_t, data: String) throws(PrivateClusterError) {
        guard kill(process, signal) == 0 || errno == ESRCH else {
            throw PrivateClusterError(
                .notPermitted, "a PostgreSQL of another account (process \(process)) uses \(data)")
        }
    }

    private static func wait(_ deadline: Deadline, until isDone: () -> Bool) {
        while !isDone(), !deadline.hasPassed { usleep(20_000) }
    }
}

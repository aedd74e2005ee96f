import CLibPQ
import Foundation
import Synchronization

/// A child process in its own Unix session, so that Ctrl-C in the terminal does not reach it.
///
/// The thread that started it waits for it; any thread may send it a signal.
final class ChildProcess: Sendable {
    /// The way in which a process ended.
    enum Ending: Sendable, Hashable, CustomStringConvertible {
        case status(Int32)
        case signal(Int32)

        var description: String {
            switch self {
            case .status(let status): "status \(status)"
            case .signal(let signal): "signal \(signal)"
            }
        }
    }

    let processID: pid_t
    private let ending = Mutex<Ending?>(nil)

    /// Starts `command`, whose program is searched for in this process's `PATH`; its output and errors go to a new file
    /// at `path`.
    ///
    /// It inherits no open file, environment variable or signal setting of this process and runs in the root directory.
    init(_ command: [String], output path: String) throws(PrivateClusterError) {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        posix_spawn_file_actions_addchdir_np(&actions, "/")
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | GALLEY_SPAWN_SETSID
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))

        var processID: pid_t = 0
        let failure = withCStrings(command) { arguments in
            withCStrings(["PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C"]) { environment in
                posix_spawnp(
                    &processID, command.first ?? "", &actions, &attributes,
                    arguments.map { UnsafeMutablePointer(mutating: $0) },
                    environment.map { UnsafeMutablePointer(mutating: $0) })
            }
        }
        guard failure == 0 else {
            throw PrivateClusterError(
                failure == ENOENT ? .notInstalled : .failed,
                "cannot start \(command.first ?? ""): \(String(cString: strerror(failure)))")
        }
        self.processID = processID
    }

    /// The way in which the process ended; nil until `wait` or `check` has noticed the end.
    var ended: Ending? { ending.withLock { $0 } }

    /// Waits until the process ends and returns the way in which it ended; `.status(-1)` if the system does not tell.
    func wait() -> Ending {
        var information = siginfo_t()
        // Keeps the ended process in the process table until `ending` is set, so that its number is not reused.
        while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return take(options: 0) ?? .status(-1)
    }

    /// Returns the way in which the process ended, without waiting; nil while it runs.
    func check() -> Ending? { take(options: WNOHANG) }

    /// Sends a signal, unless the process has ended.
    func send(_ signal: Int32) {
        ending.withLock { ending in
            if ending == nil { kill(processID, signal) }
        }
    }

    /// Runs a program to its end and returns the way in which it ended and its output, errors included.
    static func run(_ command: [String]) throws(PrivateClusterError) -> (Ending, output: String) {
        let path = NSTemporaryDirectory() + "/galley-" + UUID().uuidString
        defer { unlink(path) }
        let process = try ChildProcess(command, output: path)
        let ending = process.wait()
        return (ending, Files.text(path) ?? "")
    }

    /// Stores and returns the way in which the process ended, and removes it from the process table; nil while it runs.
    private func take(options: Int32) -> Ending? {
        ending.withLock { ending in
            if let ending { return ending }
            var status: Int32 = 0
            var taken = waitpid(processID, &status, options)
            while taken < 0, errno == EINTR { taken = waitpid(processID, &status, options) }
            guard taken != 0 else { return nil }
            let signal = status & 0x7f
            ending = taken < 0 ? .status(-1) : signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
            return ending
        }
    }
}

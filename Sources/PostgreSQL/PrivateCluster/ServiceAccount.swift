import Foundation

/// The account under which Galley serves requests if root starts it.
///
/// It is the owner of the private cluster in the data directory, or else of the directory itself. An owner that is root
/// or has no name on this system does not count; without another owner it is the first of `galley`, `postgres` and
/// `nobody` that exists.
package struct ServiceAccount: Sendable {
    private let owner: ClusterOwner

    package var name: String { owner.name }

    /// Returns the account for a data directory; nil if this process is not root, or if no such account exists.
    package static func find(forData directory: String) -> ServiceAccount? {
        guard geteuid() == 0 else { return nil }
        let owners = [directory + "/postgres", directory].lazy
            .compactMap { Files.status($0)?.st_uid }.filter { $0 != 0 }
            .compactMap { try? ClusterOwner(userID: $0) }
        let known = ["galley", "postgres", "nobody"].lazy.compactMap(ClusterOwner.named)
        return (owners.first ?? known.first).map(ServiceAccount.init)
    }

    private init(owner: ClusterOwner) { self.owner = owner }

    /// A Linux capability of root that a process keeps.
    package enum Capability: String, Sendable {
        /// Listening on ports below 1024.
        case lowPorts = "net_bind_service"
        /// Reading files that the account itself may not read, and entering directories that are closed to it.
        case reading = "dac_read_search"
    }

    /// Returns the command that runs `command` as this account with the same process number, without the groups of root
    /// and with only `capabilities` of those of root.
    package func command(_ command: [String], keeping capabilities: Set<Capability> = []) -> [String] {
        var prefix = [
            "setpriv", "--reuid=\(owner.userID)", "--regid=\(owner.groupID)", "--clear-groups", "--no-new-privs",
        ]
        let kept = (["-all"] + capabilities.map { "+" + $0.rawValue }.sorted()).joined(separator: ",")
        prefix += ["--inh-caps=\(kept)", "--ambient-caps=\(kept)", "--bounding-set=\(kept)"]
        return prefix + ["--"] + command
    }

    /// Replaces this process by `/usr/bin/env`, which finds the program of `command` in the `PATH` of `environment` and
    /// becomes it. Returns only if `env` cannot be started, with the reason.
    package static func become(_ command: [String], environment: [String: String]) -> String {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let finder = "/usr/bin/env"
        withCStrings([finder] + command) { arguments in
            withCStrings(variables) { variables in
                _ = execve(
                    finder, arguments.map { UnsafeMutablePointer(mutating: $0) },
                    variables.map { UnsafeMutablePointer(mutating: $0) })
            }
        }
        return "cannot start \(command.first ?? ""): \(String(cString: strerror(errno)))"
    }

    /// Returns the first of some absolute paths that the account cannot read even with `capabilities`; nil if it can
    /// read all. A directory is readable if the account can also enter it.
    package func unreadable(among paths: [String], keeping capabilities: Set<Capability> = []) throws -> String? {
        for path in paths {
            let isDirectory = (Files.status(path)?.st_mode ?? 0) & S_IFMT == S_IFDIR
            // Opens each path, because `access` ignores the kept capabilities.
            let opening = isDirectory ? ["ls", "-A", path + "/."] : ["head", "-c", "0", path]
            guard try ChildProcess.run(command(opening, keeping: capabilities)).0 == .status(0) else { return path }
        }
        return nil
    }

    /// Creates a directory if it is missing. If root owns the directory, or files and directories directly in it, makes
    /// the account their owner.
    ///
    /// Symbolic links are not followed and files with several hard links are skipped, because the account could have
    /// created them to obtain other files of root.
    package func own(_ directory: String) throws {
        try Files.makeDirectory(directory, mode: 0o755)
        try take(directory)
        var status = stat()
        guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) { try take("\(directory)/\(name)") }
    }

    /// Makes the account the owner of a file or directory that root owns, with the exceptions that `own(_:)` describes.
    private func take(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_uid == 0 else { return }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFDIR || kind == S_IFREG && status.st_nlink == 1 else { return }
        try Files.changeOwner(of: path, to: owner)
    }
}

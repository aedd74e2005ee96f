import Foundation

/// The account that the serving processes run as when Galley is started by root.
///
/// The owner of the private cluster in the data directory, or else of the directory itself; where both are root's, the
/// first of `galley`, `postgres` and `nobody` that the system has.
package struct ServiceAccount: Sendable {
    private let owner: ClusterOwner

    package var name: String { owner.name }

    /// The account for a data directory; nil when this process is not root, and keeps its own.
    package static func find(forData directory: String) -> ServiceAccount? {
        guard geteuid() == 0 else { return nil }
        let owners = [directory + "/postgres", directory].lazy
            .compactMap { Files.status($0)?.st_uid }.filter { $0 != 0 }
            .compactMap { try? ClusterOwner(userID: $0) }
        let known = ["galley", "postgres", "nobody"].lazy.compactMap(ClusterOwner.named)
        return (owners.first ?? known.first).map(ServiceAccount.init)
    }

    private init(owner: ClusterOwner) { self.owner = owner }

    /// The command that runs another as this account, in the same process, without root's groups and rights.
    ///
    /// `ports`: Where it listens; below 1024 it keeps the one right that this needs.
    package func command(_ command: [String], ports: [Int]) -> [String] {
        var prefix = [
            "setpriv", "--reuid=\(owner.userID)", "--regid=\(owner.groupID)", "--clear-groups", "--no-new-privs",
        ]
        let right = ports.contains { $0 < 1_024 } ? "-all,+net_bind_service" : "-all"
        prefix += ["--inh-caps=\(right)", "--ambient-caps=\(right)", "--bounding-set=\(right)"]
        return prefix + ["--"] + command
    }

    /// The first of some paths that the account cannot read (a directory: nor enter); nil when it can read them all.
    package func unreadable(among paths: [String]) throws -> String? {
        for path in paths {
            let isDirectory = (Files.status(path)?.st_mode ?? 0) & S_IFMT == S_IFDIR
            let tests = ["-r"] + (isDirectory ? ["-x"] : [])
            for test in tests {
                let command = command(["test", test, path], ports: [])
                guard try ChildProcess.run(command).0 == .status(0) else { return path }
            }
        }
        return nil
    }

    /// Makes a directory, and gives it to the account with what root left in it.
    ///
    /// Links are not followed, and files with a second name are left alone: the account may have made them, so that root
    /// gives away something else.
    package func own(_ directory: String) throws {
        try Files.makeDirectory(directory, mode: 0o755)
        try take(directory)
        var status = stat()
        guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) { try take("\(directory)/\(name)") }
    }

    private func take(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_uid == 0 else { return }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFDIR || kind == S_IFREG && status.st_nlink == 1 else { return }
        try Files.change(path, to: owner)
    }
}

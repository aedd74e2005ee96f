import Foundation

/// The account of the serving processes when root starts Galley.
///
/// It is the owner of the private cluster in the data directory, or else of the directory itself; if root owns both,
/// the first of `galley`, `postgres` and `nobody` that exists.
package struct ServiceAccount: Sendable {
    private let owner: ClusterOwner

    package var name: String { owner.name }

    /// Returns the account for a data directory; nil if this process is not root and keeps its own account.
    package static func find(forData directory: String) -> ServiceAccount? {
        guard geteuid() == 0 else { return nil }
        let owners = [directory + "/postgres", directory].lazy
            .compactMap { Files.status($0)?.st_uid }.filter { $0 != 0 }
            .compactMap { try? ClusterOwner(userID: $0) }
        let known = ["galley", "postgres", "nobody"].lazy.compactMap(ClusterOwner.named)
        return (owners.first ?? known.first).map(ServiceAccount.init)
    }

    private init(owner: ClusterOwner) { self.owner = owner }

    /// Returns the command that runs another as this account, in the same process, without root's groups and
    /// capabilities.
    ///
    /// `ports`: The ports it listens on; below 1024 it keeps the capability to bind them.
    package func command(_ command: [String], ports: [Int]) -> [String] {
        var prefix = [
            "setpriv", "--reuid=\(owner.userID)", "--regid=\(owner.groupID)", "--clear-groups", "--no-new-privs",
        ]
        let right = ports.contains { $0 < 1_024 } ? "-all,+net_bind_service" : "-all"
        prefix += ["--inh-caps=\(right)", "--ambient-caps=\(right)", "--bounding-set=\(right)"]
        return prefix + ["--"] + command
    }

    /// Returns the first of some paths that the account cannot read (for directories: or enter); nil if it can read
    /// all.
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

    /// Creates a directory and makes the account the owner of it and of the files that root left in it.
    ///
    /// Symbolic links are not followed and files with several names are skipped, because the account could have created
    /// them to obtain other files of root.
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

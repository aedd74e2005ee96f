import Foundation

/// Where a cluster's files are.
struct ClusterPlace: Sendable, Hashable {
    /// The directory given by the operator.
    let directory: String
    let owner: ClusterOwner
    /// `directory`, or a directory beside all others when the owner of the files cannot enter that one.
    let base: String
    let socketDirectory: String

    var data: String { base + "/postgres" }
    /// Where the data is found from `directory`: there, or a symbolic link.
    var link: String { directory + "/postgres" }
    /// Held by the one Galley that uses the directory.
    var lock: String { directory + "/postgres.lock" }
    var accessRules: String { base + "/pg_hba.conf" }
    var nameMap: String { base + "/pg_ident.conf" }
    /// What PostgreSQL said until its own log began.
    var startLog: String { base + "/postgres-start.log" }

    /// Finds the place of `directory`, an absolute path without symbolic links, and makes the directories.
    init(_ directory: String) throws(PrivateClusterError) {
        self.directory = directory
        owner = try ClusterOwner(ofData: directory + "/postgres")
        let isReachable = try Self.canEnter(directory, owner)
        base = isReachable ? directory : "/var/lib/galley/" + Self.digest(of: directory)
        if base != directory {
            try Files.makeDirectory(base, mode: 0o755)
            guard try Self.canEnter(base, owner) else {
                throw PrivateClusterError(
                    .notPermitted, "neither \(directory) nor \(base) can be entered by \(owner.name)")
            }
        }
        socketDirectory = Self.socketDirectory(in: base, owner: owner)
        try Files.makeDirectory(socketDirectory, mode: 0o700, owner: owner)
        try Self.checkPrivate(socketDirectory, owner)
    }

    /// Leaves a link to the data where an operator looks for it, when it is elsewhere.
    func leaveLink() throws(PrivateClusterError) {
        guard base != directory, Files.status(link) == nil else { return }
        try Files.remove(link)
        guard symlink(data, link) == 0 else {
            throw PrivateClusterError(.failed, "cannot make \(link): \(String(cString: strerror(errno)))")
        }
    }

    /// A system's socket addresses are short (107 bytes with the name), and libpq takes a comma for a list.
    private static func socketDirectory(in base: String, owner: ClusterOwner) -> String {
        let inside = base + "/socket"
        let fits = inside.utf8.count + "/.s.PGSQL.".utf8.count + ClusterSettings.port.utf8.count <= 107
        if fits, !inside.contains(where: { ",\"\\".contains($0) }) { return inside }
        return "/tmp/galley-\(owner.userID)-" + digest(of: base)
    }

    /// The last lines of PostgreSQL at a start: those before its own log began, then those in that log.
    func said(since start: Date) -> String {
        var texts = [Files.text(startLog) ?? ""]
        for name in Files.names(in: data + "/log").sorted() {
            let path = data + "/log/" + name
            // A second less: the clock of the files may be coarser.
            guard let written = Files.status(path)?.st_mtim.tv_sec, Double(written) >= start.timeIntervalSince1970 - 1
            else { continue }
            texts.append(String((Files.text(path) ?? "").suffix(1_500)))
        }
        return texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    /// In `/tmp` anybody may have made it before us.
    private static func checkPrivate(_ path: String, _ owner: ClusterOwner) throws(PrivateClusterError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == owner.userID,
            status.st_mode & 0o077 == 0
        else { throw PrivateClusterError(.notPermitted, "\(path) is not a private directory of \(owner.name)") }
    }

    private static func canEnter(_ path: String, _ owner: ClusterOwner) throws(PrivateClusterError) -> Bool {
        guard owner.mustBeChanged else { return true }
        return try ChildProcess.run(owner.prefix + ["test", "-x", path]).0 == .status(0)
    }

    /// A short stable name for a path (FNV-1a).
    private static func digest(of path: String) -> String {
        let hash = path.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }
}

import Foundation

/// The locations of a cluster's files.
struct ClusterPaths: Sendable, Hashable {
    /// The maximum number of characters of each log's end that an error quotes.
    private static let shownLog = 1_500

    /// The directory that the operator chose.
    let directory: String
    let owner: ClusterOwner
    /// `directory`, or a directory in `/var/lib/galley` if the owner of the files cannot enter it.
    let base: String
    let socketDirectory: String

    var data: String { base + "/postgres" }
    /// The path of the data inside `directory`: the data itself, or a symbolic link to it.
    var link: String { directory + "/postgres" }
    /// The file that a Galley locks while it uses `directory`.
    var lock: String { directory + "/postgres.lock" }
    var accessRules: String { base + "/pg_hba.conf" }
    var nameMap: String { base + "/pg_ident.conf" }
    /// The file with PostgreSQL's output before its own log begins.
    var startLog: String { base + "/postgres-start.log" }

    /// Finds the locations for `directory`, an absolute path without symbolic links, and creates the directories.
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

    /// Creates a symbolic link in the operator's directory if the data is elsewhere.
    func leaveLink() throws(PrivateClusterError) {
        guard base != directory, Files.status(link) == nil else { return }
        // A link whose target is gone is replaced.
        try Files.remove(link)
        guard symlink(data, link) == 0 else {
            throw PrivateClusterError(.failed, "cannot create \(link): \(String(cString: strerror(errno)))")
        }
    }

    /// Returns the directory of the socket: in `base`, or in `/tmp` if the socket's path would exceed the system's
    /// limit of 107 bytes or contain a comma, quote or backslash, which have a meaning in PostgreSQL's lists.
    private static func socketDirectory(in base: String, owner: ClusterOwner) -> String {
        let inside = base + "/socket"
        let fits = inside.utf8.count + "/.s.PGSQL.".utf8.count + ClusterSettings.port.utf8.count <= 107
        if fits, !inside.contains(where: { ",\"\\".contains($0) }) { return inside }
        return "/tmp/galley-\(owner.userID)-" + digest(of: base)
    }

    /// Returns PostgreSQL's output since a start: the output before its own log began, and the last 1,500 characters of
    /// each log written since.
    func output(since start: Date) -> String {
        var texts = [Files.text(startLog) ?? ""]
        for name in Files.names(in: data + "/log").sorted() {
            let path = data + "/log/" + name
            // The file system's times may be coarser than `start`, so one second is allowed.
            guard let written = Files.status(path)?.st_mtim.tv_sec, Double(written) >= start.timeIntervalSince1970 - 1
            else { continue }
            texts.append(String((Files.text(path) ?? "").suffix(Self.shownLog)))
        }
        return texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    /// Throws unless the directory belongs to the owner and is closed to others, because in `/tmp` anybody may have
    /// created it.
    private static func checkPrivate(_ path: String, _ owner: ClusterOwner) throws(PrivateClusterError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == owner.userID,
            status.st_mode & 0o077 == 0
        else { throw PrivateClusterError(.notPermitted, "\(path) is not a private directory of \(owner.name)") }
    }

    private static func canEnter(_ path: String, _ owner: ClusterOwner) throws(PrivateClusterError) -> Bool {
        guard owner.needsSwitching else { return true }
        return try ChildProcess.run(owner.prefix + ["test", "-x", path]).0 == .status(0)
    }

    /// Returns a short stable name for a path (FNV-1a).
    private static func digest(of path: String) -> String {
        let hash = path.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 36)
    }
}

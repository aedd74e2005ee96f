import Foundation

/// The file operations that the private cluster needs; errors name the path.
enum Files {
    /// Returns the file's owner, mode and times; nil if it does not exist or cannot be reached. Follows symbolic links.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Creates a directory with this mode and owner, and its missing parents with mode 755; an existing directory is
    /// left unchanged.
    static func makeDirectory(
        _ path: String, mode: mode_t, owner: ClusterOwner? = nil
    ) throws(PrivateClusterError) {
        if status(path) != nil { return }
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty { try makeDirectory(parent, mode: 0o755) }
        // Another process may create it at the same time.
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw failure("create", path) }
        guard chmod(path, mode) == 0 else { throw failure("set the mode of", path) }
        if let owner, owner.needsSwitching { try changeOwner(of: path, to: owner) }
    }

    /// Writes a small file atomically.
    static func write(_ text: String, to path: String, mode: mode_t) throws(PrivateClusterError) {
        let fresh = path + ".new"
        unlink(fresh)
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("write", fresh) }
        let bytes = Array(text.utf8)
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fchmod(descriptor, mode) == 0
        let isClosed = close(descriptor) == 0
        guard isWritten, isClosed, Glibc.rename(fresh, path) == 0 else { throw failure("write", path) }
    }

    /// Makes an account the owner of a file or directory; does not follow a symbolic link.
    static func changeOwner(of path: String, to owner: ClusterOwner) throws(PrivateClusterError) {
        guard lchown(path, owner.userID, owner.groupID) == 0 else { throw failure("change the owner of", path) }
    }

    /// Renames a file or directory so that the new name survives a power failure.
    static func rename(_ path: String, to other: String) throws(PrivateClusterError) {
        guard Glibc.rename(path, other) == 0 else { throw failure("rename", path) }
        // The new name must survive a power failure before anything relies on it.
        let directory = open((other as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// Removes a file or a directory with its content; a missing one is not an error.
    ///
    /// If an earlier start was killed, `initdb` may still write into the directory or clean it up, so that files appear
    /// or vanish during the removal; it is therefore retried for two seconds.
    static func remove(_ path: String) throws(PrivateClusterError) {
        var link = stat()
        var triesLeft = 40
        while lstat(path, &link) == 0 {
            do { try FileManager.default.removeItem(atPath: path) } catch {
                triesLeft -= 1
                guard triesLeft > 0 else {
                    throw PrivateClusterError(.failed, "cannot remove \(path): \(error.localizedDescription)")
                }
                usleep(50_000)
            }
        }
    }

    /// Returns the names in a directory; empty if it cannot be read.
    static func names(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// Returns the text of a small file, or nil if it cannot be read.
    static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// Returns the path of an existing file without symbolic links, `.` and `..`; nil if the file does not exist.
    static func canonical(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func failure(_ verb: String, _ path: String) -> PrivateClusterError {
        let kind: PrivateClusterError.Kind = errno == EACCES || errno == EPERM ? .notPermitted : .failed
        return PrivateClusterError(kind, "cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}

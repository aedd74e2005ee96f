import Foundation

/// The few file operations the cluster needs, with errors that name the path.
enum Files {
    /// The file's owner, group and mode; nil when there is none. Follows symbolic links.
    static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Makes a directory with its parents, the last one with this mode and owner; one that exists is left as it is.
    static func makeDirectory(
        _ path: String, mode: mode_t, owner: ClusterOwner? = nil
    ) throws(PrivateClusterError) {
        if status(path) != nil { return }
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty { try makeDirectory(parent, mode: 0o755) }
        // Two processes may make it at once.
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw failure("make", path) }
        guard chmod(path, mode) == 0 else { throw failure("set the mode of", path) }
        if let owner, owner.mustBeChanged { try change(path, to: owner) }
    }

    /// Writes a small file so that a reader sees the old text or the new one.
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

    static func change(_ path: String, to owner: ClusterOwner) throws(PrivateClusterError) {
        guard lchown(path, owner.userID, owner.groupID) == 0 else { throw failure("change the owner of", path) }
    }

    static func rename(_ path: String, to other: String) throws(PrivateClusterError) {
        guard Glibc.rename(path, other) == 0 else { throw failure("rename", path) }
        // The new name must outlive a power cut before anything is acknowledged in it.
        let directory = open((other as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// Removes a file or a directory with all in it; nothing there is no error.
    ///
    /// A killed start may leave an `initdb` that still writes into the directory, or tidies it away itself, so that a
    /// file is gone or new between the listing and the removal: the removal is then tried again, for two seconds.
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

    /// The names of what a directory holds; empty when it cannot be read.
    static func names(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// The text of a small file; nil when it cannot be read.
    static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// The path without symbolic links and dots, of what exists.
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

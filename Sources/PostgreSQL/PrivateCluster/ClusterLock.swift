import Foundation

/// A locked file that keeps a second Galley from using the same directory; the system releases the lock however the
/// process ends.
final class ClusterLock: Sendable {
    private let descriptor: Int32

    /// Locks the file, which is created if missing; throws an error of kind `.inUse` if another process has locked it.
    init(_ path: String) throws(PrivateClusterError) {
        // The file contains the process number of the lock's holder, which is used only in the error message.
        var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        // Other accounts cannot write a file that root created, but they can open it for reading and lock it.
        if descriptor < 0, errno == EACCES { descriptor = open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw PrivateClusterError(.notPermitted, "cannot open \(path): \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Files.text(path)?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            close(descriptor)
            let who = holder.isEmpty ? "" : " (process \(holder))"
            throw PrivateClusterError(
                .inUse, "another Galley\(who) is using \((path as NSString).deletingLastPathComponent)")
        }
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

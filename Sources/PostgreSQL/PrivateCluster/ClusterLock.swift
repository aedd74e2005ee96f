import Foundation

/// The lock of the one Galley that uses a directory; the system releases it however the process ends.
final class ClusterLock: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws(PrivateClusterError) {
        // The holder's process number is stored in the file only for the message below.
        var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        // A file that root created can be locked with read access alone.
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

import Foundation

/// Held by the one Galley that uses a directory; the system takes it back when the process ends, however it ends.
final class ClusterLock: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws(PrivateClusterError) {
        // The holder's number stands in the file for the message below only.
        var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        // A file that root made is locked as well by who can only read it.
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

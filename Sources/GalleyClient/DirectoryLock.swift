import Foundation

/// A lock that one client of a directory holds at a time, also among several processes, such as an app and its
/// extensions. The system releases it however the process ends.
enum DirectoryLock {
    /// Runs a function while the file of the lock is locked; the file is created if it is missing. The function must be
    /// short, because others wait for it, and iOS ends an app that it suspends with a locked file.
    ///
    /// - Throws: `ClientError.cannotKeep`, and the error of the function.
    static func hold<Result>(_ file: URL, _ function: () throws -> Result) throws -> Result {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(file) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure(file) }
        }
        return try function()
    }

    private static func failure(_ file: URL) -> ClientError {
        .cannotKeep("cannot lock \(file.path): \(String(cString: strerror(errno)))")
    }
}

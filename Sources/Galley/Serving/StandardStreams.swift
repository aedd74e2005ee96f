import Foundation
import Synchronization

/// The three standard streams of the process.
enum StandardStreams {
    /// Opens `/dev/null` for every closed stream, so that no socket or file gets its number and receives log text; and
    /// makes a missing reader an error instead of the end of the process.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        let closed = (0...2).filter { fcntl(Int32($0), F_GETFD) == -1 }
        guard !closed.isEmpty, let null = FileHandle(forUpdatingAtPath: "/dev/null") else { return }
        for number in closed where null.fileDescriptor != number { dup2(null.fileDescriptor, Int32(number)) }
        // The handle has the number of the first closed stream, so it must stay open.
        kept.withLock { $0 = null }
    }

    private static let kept = Mutex<FileHandle?>(nil)
}

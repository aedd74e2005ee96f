import Foundation
import Synchronization

/// The three streams that every process is born with, or should be.
enum StandardStreams {
    /// Opens `/dev/null` for each that is closed, so that no socket or file gets its number, and what is meant for a log
    /// or a terminal is not written there; and makes a reader that is gone an error instead of the end of the process.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        let closed = (0...2).filter { fcntl(Int32($0), F_GETFD) == -1 }
        guard !closed.isEmpty, let null = FileHandle(forUpdatingAtPath: "/dev/null") else { return }
        for number in closed where null.fileDescriptor != number { dup2(null.fileDescriptor, Int32(number)) }
        // It has got the number of the first, which is to stay open.
        kept.withLock { $0 = null }
    }

    private static let kept = Mutex<FileHandle?>(nil)
}

import Foundation
import Synchronization

/// The three standard streams of the process.
enum StandardStreams {
    /// Opens `/dev/null` for every closed stream, so that no socket or file gets its number and receives log text; and
    /// makes a missing reader an error instead of the end of the process.
    static func prepare() {
        ignoreClosedPipes()
        replaceClosed { FileHandle(forUpdatingAtPath: "/dev/null") }
    }

    /// Opens `/dev/null` for reading for every closed stream, so that no socket gets its number and receives an answer,
    /// and so that writing an answer is still an error.
    static func reserve() {
        replaceClosed { FileHandle(forReadingAtPath: "/dev/null") }
    }

    /// Makes a missing reader of a pipe an error instead of the end of the process.
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    private static func replaceClosed(with open: () -> FileHandle?) {
        let closed = (0...2).filter { fcntl(Int32($0), F_GETFD) == -1 }
        guard !closed.isEmpty, let null = open() else { return }
        for number in closed where null.fileDescriptor != number { dup2(null.fileDescriptor, Int32(number)) }
        // The handle has the number of the first closed stream, so it must stay open.
        kept.withLock { $0 = null }
    }

    private static let kept = Mutex<FileHandle?>(nil)
}

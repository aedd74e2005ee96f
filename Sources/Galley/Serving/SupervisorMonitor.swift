import Foundation

/// Detects in a supervised process that its supervisor has ended in any way.
///
/// The supervisor holds the only writing end of a pipe that is the process's standard input. Nothing is ever written to
/// it, so its end of file means that the supervisor has closed it or was killed.
enum SupervisorMonitor {
    /// Calls `lost` on a thread of its own as soon as standard input ends.
    static func watch(_ lost: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            while !hasEnded() {}
            lost()
        }
    }

    /// Waits for standard input; returns true at its end.
    ///
    /// Not `FileHandle.availableData`: when the process crashes, Swift's crash reporter interrupts every thread with a
    /// signal, and `availableData` crashes then as well, so that the log would show two crashes.
    private static func hasEnded() -> Bool {
        var byte: UInt8 = 0
        let count = unsafe read(STDIN_FILENO, &byte, 1)
        return count == 0 || count < 0 && errno != EINTR
    }
}

import Foundation

/// Detects in a supervised process that its supervisor has ended in any way.
///
/// The supervisor holds the only writing end of a pipe that is the process's standard input. Nothing is ever written to
/// it, so its end of file means that the supervisor has closed it or was killed.
enum SupervisorMonitor {
    /// Calls `lost` on a thread of its own as soon as standard input ends.
    static func watch(_ lost: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            lost()
        }
    }
}

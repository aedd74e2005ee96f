import Foundation

/// A clock in nanoseconds that never goes back, even if the time of day is set back.
enum Monotonic {
    /// Returns the nanoseconds since a fixed moment, on Linux the start of the machine.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns the time after a duration from now; a negative duration counts as 0.
    static func after(_ duration: Duration) -> UInt64 {
        now() + nanoseconds(duration)
    }

    static func nanoseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        return UInt64(max(seconds, 0)) * 1_000_000_000 + UInt64(max(attoseconds, 0) / 1_000_000_000)
    }
}

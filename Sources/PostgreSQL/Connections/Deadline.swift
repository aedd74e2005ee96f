import Foundation

/// The moment by which a call must have ended, on a clock that nobody sets.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(in duration: Duration) { end = .now.advanced(by: duration) }

    var hasPassed: Bool { end <= .now }

    /// What is left, in whole milliseconds rounded up, as `poll` wants it.
    var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        // A longer wait than this is asked for again.
        return Int32(min(seconds, 1_000_000)) * 1_000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
    }

    /// Waits until the socket can be read or written as `events` say; false when the deadline passed first.
    func wait(for events: Int32, on socket: Int32) -> Bool {
        var request = pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0)
        while true {
            let ready = poll(&request, 1, milliseconds)
            // An error is left to the next call of libpq, which will find and word it.
            if ready > 0 || (ready < 0 && errno != EINTR) { return true }
            if hasPassed { return false }
        }
    }
}

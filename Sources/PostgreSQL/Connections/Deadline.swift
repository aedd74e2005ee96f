import Foundation

/// The moment by which a call must end, on a clock that does not change when somebody sets the system's time.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(in duration: Duration) { end = .now.advanced(by: duration) }

    var hasPassed: Bool { end <= .now }

    /// The remaining time in whole milliseconds, rounded up, for `poll`.
    var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        // `wait` calls `poll` again if the remaining time is longer.
        return Int32(min(seconds, 1_000_000)) * 1_000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
    }

    /// Waits until the socket is ready for `events`; returns false if the deadline passed first.
    func wait(for events: Int32, on socket: Int32) -> Bool {
        var request = pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0)
        while true {
            let ready = poll(&request, 1, milliseconds)
            // If the socket has failed, the next libpq call reports the error.
            if ready > 0 || (ready < 0 && errno != EINTR) { return true }
            if hasPassed { return false }
        }
    }
}

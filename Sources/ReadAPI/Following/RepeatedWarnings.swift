import Synchronization

/// A log filter that lets the same warning through at most once per pause.
package final class RepeatedWarnings: Sendable {
    private let pause: Duration
    private let logged = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Creates a filter; `pause` is the shortest time between two entries of the same warning.
    package init(pause: Duration = .seconds(60)) { self.pause = pause }

    /// Returns true if the warning was not logged within the pause, and records it as logged now.
    package func isDue(_ warning: String, now: ContinuousClock.Instant = .now) -> Bool {
        logged.withLock { logged in
            // Expired entries are removed, so that varying error texts do not fill the memory.
            logged = logged.filter { $0.value.duration(to: now) <= pause }
            guard logged[warning] == nil else { return false }
            logged[warning] = now
            return true
        }
    }
}

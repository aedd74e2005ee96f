import Synchronization

/// The warnings that were logged a moment ago: what fails every second is told once a minute.
package final class RepeatedWarnings: Sendable {
    private let pause: Duration
    private let logged = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Keeps the same warning back for a while.
    package init(pause: Duration = .seconds(60)) { self.pause = pause }

    /// True if a warning was not told within the pause, and counts it as told.
    package func isDue(_ warning: String, now: ContinuousClock.Instant = .now) -> Bool {
        logged.withLock { logged in
            // What is told again anyway need not be remembered, so that the words of errors do not add up.
            logged = logged.filter { $0.value.duration(to: now) <= pause }
            guard logged[warning] == nil else { return false }
            logged[warning] = now
            return true
        }
    }
}

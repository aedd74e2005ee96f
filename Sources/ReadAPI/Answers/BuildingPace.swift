import Synchronization

/// Limits the building of documents to about a quarter of the time, so that a thread that also serves other requests is
/// not busy with it for long. One client can use half of that, so that it does not keep others from getting theirs.
final class BuildingPace: Sendable {
    private struct State {
        /// The time spent on building that the time since then has not paid off.
        var debt = Duration.zero
        var updated = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// The number of seconds that reduce the debt by one second.
    private static let price = 4
    /// The debt at which no further document is built: about the time for a few of the largest bundles.
    private static let limit = Duration.milliseconds(100)

    /// Returns true if a document may be built now.
    func admits(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            Self.update(&state, to: now)
            return state.debt < Self.limit
        }
    }

    /// Adds the time that it took to build a document, which was finished at `now`.
    func spend(_ time: Duration, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            Self.update(&state, to: now)
            state.debt += time
        }
    }

    private static func update(_ state: inout State, to now: ContinuousClock.Instant) {
        // Another thread may have read the clock after this one and updated the state before it.
        guard now > state.updated else { return }
        state.debt = max(.zero, state.debt - state.updated.duration(to: now) / price)
        state.updated = now
    }
}

import Synchronization

/// The part of the time that a process may spend on building, so that a thread which also does other things is not busy with
/// it for long.
final class BuildingPace: Sendable {
    private struct State {
        /// The time that was spent and is not made up for.
        var debt = Duration.zero
        var updated = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// A second of building is made up for by this number of seconds.
    private static let price = 4
    /// The debt from which on nothing more is built: a few of the largest bundles.
    private static let limit = Duration.milliseconds(100)

    /// Returns true if something may be built at a time.
    func admits(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            Self.update(&state, to: now)
            return state.debt < Self.limit
        }
    }

    /// Adds the time that building took until a time.
    func spend(_ time: Duration, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            Self.update(&state, to: now)
            state.debt += time
        }
    }

    private static func update(_ state: inout State, to now: ContinuousClock.Instant) {
        // Another thread may have read the clock later and come first.
        guard now > state.updated else { return }
        state.debt = max(.zero, state.debt - state.updated.duration(to: now) / price)
        state.updated = now
    }
}

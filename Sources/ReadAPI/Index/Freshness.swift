import Synchronization

/// When the database last answered, and when it last said that what is served is the newest.
final class Freshness: Sendable {
    /// The freshness as `/readyz` tells it.
    struct Reading: Sendable, Equatable {
        /// True if the database answered within the last two seconds.
        var isConnected = false
        /// Milliseconds since the database said that nothing is newer; nil when it has not since the process started.
        var age: Int?
    }

    private let start = ContinuousClock.now
    /// Milliseconds after the start, or `never`.
    private let answered = Atomic(never)
    private let confirmed = Atomic(never)

    private static let never = -1
    /// The database is asked every second, and has most of a second to answer.
    private static let patience = 2_000

    /// The database has answered a question.
    func answer() { answered.store(now, ordering: .relaxed) }

    /// The database has nothing that is newer than what is served.
    func confirm() { confirmed.store(now, ordering: .relaxed) }

    /// The database did not answer a question.
    func lose() { answered.store(Self.never, ordering: .relaxed) }

    /// The freshness now.
    var reading: Reading {
        let (now, answered, confirmed) = (
            now, answered.load(ordering: .relaxed), confirmed.load(ordering: .relaxed)
        )
        return Reading(
            isConnected: answered != Self.never && now - answered <= Self.patience,
            age: confirmed == Self.never ? nil : max(0, now - confirmed))
    }

    private var now: Int {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}

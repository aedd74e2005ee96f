import Synchronization

/// The times at which the database last answered and last confirmed that the served release is the newest.
final class Freshness: Sendable {
    /// The freshness as `/readyz` reports it.
    struct Reading: Sendable, Equatable {
        /// True if the database answered within the last two seconds and has not failed to answer since.
        var isConnected = false
        /// Milliseconds since the database confirmed that nothing newer exists; nil if it has not since the process
        /// started.
        var age: Int?
        /// The database's newest release at its last answer; nil before the first.
        var newest: Int?
    }

    private let start = ContinuousClock.now
    /// The time of the last answer, in milliseconds after `start`; `never` before the first and after a failure.
    private let answered = Atomic(never)
    /// The time of the last confirmation, in milliseconds after `start`; `never` before the first.
    private let confirmed = Atomic(never)
    /// The database's newest release at its last answer; `never` before the first.
    private let newest = Atomic(never)

    private static let never = -1
    /// The milliseconds after the last answer from which on `/readyz` reports the database as `away`: it is queried
    /// every second and may take nearly a second to answer.
    private static let patience = 2_000

    /// Records an answer of the database.
    func recordAnswer() { answered.store(now, ordering: .relaxed) }

    /// Records that the database has nothing newer than the served release.
    func recordConfirmation() { confirmed.store(now, ordering: .relaxed) }

    /// Records the newest release of the database.
    func recordNewest(_ release: Int) { newest.store(release, ordering: .relaxed) }

    /// Records that the database did not answer.
    func recordNoAnswer() { answered.store(Self.never, ordering: .relaxed) }

    /// The current freshness.
    var reading: Reading {
        let (now, answered, confirmed, newest) = (
            now, answered.load(ordering: .relaxed), confirmed.load(ordering: .relaxed), newest.load(ordering: .relaxed)
        )
        return Reading(
            isConnected: answered != Self.never && now - answered <= Self.patience,
            age: confirmed == Self.never ? nil : max(0, now - confirmed), newest: newest == Self.never ? nil : newest)
    }

    private var now: Int {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}

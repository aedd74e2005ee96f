import Foundation
import Synchronization

/// Counts failed sign-ins for the audit trail. The first 20 of each minute get an event each, and the others share a
/// summary.
final class FailedSignInCounter: Sendable {
    /// The reason of a failed attempt.
    enum Reason: String, Sendable {
        case wrongPassword = "wrong-password"
        case unknownName = "unknown-name"
        case disabled
        /// Too many failures before this attempt; the password was not verified.
        case tooMany = "too-many"
        /// Too many concurrent sign-ins, or too little memory; the password was not verified.
        case busy
    }

    /// The failed sign-ins of one minute that have no event of their own, without those that `take()` has removed.
    struct Summary: Sendable {
        var since: Date
        var attempts: [Reason: Int] = [:]
        /// The names of the accounts for which sign-in was attempted; only the first 20.
        var names: Set<String> = []
        /// The addresses from which the attempts came; only the first 20.
        var addresses: Set<String> = []
    }

    private struct State {
        var minute = Date.distantPast
        /// The number of failures of this minute that were recorded individually.
        var recorded = 0
        var summary: Summary?
    }

    /// The number of failures per minute that are recorded individually.
    static let recordedIndividually = 20
    /// The maximum number of names, and of addresses, in a summary.
    private static let listed = 20

    private let state = Mutex(State())

    /// Counts an attempt; returns true if it must be recorded individually, and the summary of the last minute if that
    /// minute is over and has one.
    func note(_ reason: Reason, name: String?, address: String, now: Date) -> (isIndividual: Bool, complete: Summary?) {
        state.withLock { state in
            let complete = Self.complete(&state, now: now)
            if state.recorded < Self.recordedIndividually {
                state.recorded += 1
                return (true, complete)
            }
            var summary = state.summary ?? Summary(since: now)
            summary.attempts[reason, default: 0] += 1
            if let name, summary.names.count < Self.listed { summary.names.insert(name) }
            if summary.addresses.count < Self.listed { summary.addresses.insert(address) }
            state.summary = summary
            return (false, complete)
        }
    }

    /// Removes and returns the summary so far.
    func take() -> Summary? {
        state.withLock { state in
            defer { state.summary = nil }
            return state.summary
        }
    }

    /// Starts a new minute if the last one is over or the clock was set back; returns the summary of the last one.
    private static func complete(_ state: inout State, now: Date) -> Summary? {
        guard !(state.minute...state.minute.addingTimeInterval(60)).contains(now) else { return nil }
        defer { state = State(minute: now) }
        return state.summary
    }
}
